/// Links on the CPU and on PoCL: rows, their ends, and copies that err.
#include "peaks/links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>

namespace ndweave::apps::peaks {
namespace {

std::optional<queue> queue_of(const std::string& device_name) {
    try {
        return queue(device(device_name));
    } catch (const exception&) {
        return std::nullopt;
    }
}

class Links : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        queue_ = queue_of(GetParam());
        if (!queue_) GTEST_SKIP() << GetParam() << " is not here (opencl: libpocl2)";
    }
    std::vector<result> measured(const std::string& bytes, copy_function copy = plain_copy) {
        context run;
        run.queue = &*queue_;
        run.repeat = 2;
        run.params = parameters({{"copy", bytes}});
        return measure_links(run, copy);
    }
    /// The devices that the device has links to, besides the host.
    std::vector<std::string> others() const {
        std::vector<std::string> names;
        for (const device& d : device::get_devices()) {
            if (!(d == queue_->get_device()) && d.backend_name() != "null") names.push_back(d.identifier());
        }
        return names;
    }

    std::optional<queue> queue_;
};

INSTANTIATE_TEST_SUITE_P(Devices, Links, ::testing::Values("cpu", "opencl:0"), [](const auto& device_name) {
    return std::string(device_name.param).substr(0, std::string(device_name.param).find(':'));
});

TEST_P(Links, EveryCopyOfAnySizeArrivesWhole) {
    for (const char* bytes : {"1", "7", "4097", "1000003"}) {
        SCOPED_TRACE(bytes);
        for (const result& r : measured(bytes)) {
            EXPECT_TRUE(r.check.checked && r.check.passed)
                << r.kernel << ": " << r.check.metric << ' ' << r.check.value;
            EXPECT_EQ(r.samples.size(), 2u) << r.kernel;
        }
    }
}

TEST_P(Links, RowsNameBothEndsAndCountWhatMoves) {
    const std::string own = queue_->get_device().identifier();
    const std::vector<result> rows = measured("1000");
    const auto expect_row = [&](const std::string& kernel, const std::string& link, const std::string& from,
                                const std::string& to, double bytes) {
        const auto row = std::ranges::find(rows, kernel, &result::kernel);
        ASSERT_NE(row, rows.end()) << kernel;
        EXPECT_EQ(row->notes.at("link"), link) << kernel;
        EXPECT_EQ(row->notes.at("from"), from) << kernel;
        EXPECT_EQ(row->notes.at("to"), to) << kernel;
        EXPECT_EQ(row->bytes, bytes) << kernel;
        EXPECT_EQ(row->fom.unit, link == "latency" ? "s" : "GB/s") << kernel;
        EXPECT_EQ(row->fom.work, link == "latency" ? 0 : bytes * 1e-9) << kernel;
    };
    const bool pins = queue_->get_device().has(aspect::usm_host_allocations);
    const std::string host = pins ? "host" : "pageable host";
    expect_row("host_to_device", "bandwidth", host, own, 1000);
    expect_row("device_to_host", "bandwidth", own, host, 1000);
    expect_row("host_both_ways", "both ways", host, own, 2000);
    expect_row("host_to_device_latency", "latency", host, own, 8);
    expect_row("device_to_host_latency", "latency", own, host, 8);
    std::size_t expected = 5;
    if (pins && own != "cpu") {
        expect_row("host_to_device_pageable", "bandwidth", "pageable host", own, 1000);
        expect_row("device_to_host_pageable", "bandwidth", own, "pageable host", 1000);
        expected += 2;
    }
    for (const std::string& other : others()) {
        expect_row("to " + other, "bandwidth", own, other, 1000);
        expect_row("from " + other, "bandwidth", other, own, 1000);
        expect_row("both_ways " + other, "both ways", own, other, 2000);
        expect_row("latency_to " + other, "latency", own, other, 8);
        expect_row("latency_from " + other, "latency", other, own, 8);
        expected += 5;
    }
    EXPECT_EQ(rows.size(), expected);
}

/// What may go wrong with a copy, each in its own way.
const std::vector<std::pair<const char*, copy_function>>& faults() {
    static const std::vector<std::pair<const char*, copy_function>> all{
        {"copies nothing", [](queue& q, void*, const void*, std::size_t) { return q.submit([](handler&) {}); }},
        {"leaves the last byte out",
         [](queue& q, void* to, const void* from, std::size_t bytes) { return q.memcpy(to, from, bytes - 1); }},
        {"writes a byte behind the end",
         [](queue& q, void* to, const void* from, std::size_t bytes) { return q.memcpy(to, from, bytes + 1); }},
        {"starts a byte late",
         [](queue& q, void* to, const void* from, std::size_t bytes) {
             return q.memcpy(to, static_cast<const char*>(from) + 1, bytes);
         }},
        {"spoils a byte in the middle",
         [](queue& q, void* to, const void* from, std::size_t bytes) {
             q.memcpy(to, from, bytes);
             return q.memcpy(static_cast<char*>(to) + bytes / 2, static_cast<const char*>(from) + bytes / 2 + 1, 1);
         }},
    };
    return all;
}

TEST_P(Links, ACopyThatErrsFailsItsRow) {
    for (const auto& [what, copy] : faults()) {
        SCOPED_TRACE(what);
        for (const result& r : measured("5001", copy)) {
            EXPECT_TRUE(r.check.checked) << r.kernel;
            EXPECT_FALSE(r.check.passed) << r.kernel;
            EXPECT_GT(r.check.value, 0) << r.kernel;
        }
    }
}

/// Right at first: what stands at the target from earlier repetitions must not hide that later ones do nothing.
TEST_P(Links, ACopyThatStopsWorkingFailsItsRow) {
    static std::atomic<int> right;
    right = 3;  // the first one and both samples
    const copy_function copy = [](queue& q, void* to, const void* from, std::size_t bytes) {
        return right-- > 0 ? q.memcpy(to, from, bytes) : q.submit([](handler&) {});
    };
    const result first = measured("5001", copy).front();
    EXPECT_FALSE(first.check.passed);
    EXPECT_GT(first.check.value, 4000);
}

TEST_P(Links, AnErrorIsTheReasonOfAFailedRow) {
    const std::vector<result> rows = measured("100", [](queue&, void*, const void*, std::size_t) -> event {
        throw exception(errc::runtime, "the link is down");
    });
    ASSERT_FALSE(rows.empty());
    for (const result& r : rows) {
        EXPECT_TRUE(r.check.checked && !r.check.passed) << r.kernel;
        EXPECT_NE(r.check.metric.find("the link is down"), std::string::npos) << r.check.metric;
    }
}

}  // namespace
}  // namespace ndweave::apps::peaks
