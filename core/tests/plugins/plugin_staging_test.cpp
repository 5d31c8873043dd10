/// Copies that core makes by way of blocks: of ordinary host memory, and between devices of two plugins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "plugin_adapter.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/error_of.hpp"
#include "runtime/memory/staged_copy.hpp"
#include "runtime/memory/streaming_copy.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;

/// Bytes without a period that a block has.
std::vector<unsigned char> noise(std::size_t bytes, unsigned seed) {
    std::vector<unsigned char> made(bytes);
    unsigned x = seed * 2654435761u + 1;
    for (unsigned char& c : made) {
        x = x * 1664525u + 1013904223u;
        c = static_cast<unsigned char>(x >> 24);
    }
    return made;
}

std::size_t copies() {
    return static_cast<std::size_t>(
        std::ranges::count_if(recorded().calls, [](const std::string& c) { return c.starts_with("copy "); }));
}

/// Memory of a device, freed at the end.
class device_bytes {
public:
    device_bytes(std::shared_ptr<plugin_device> device, std::size_t bytes, usm_kind kind = usm_kind::device)
        : device_(std::move(device)),
          kind_(kind),
          memory_(static_cast<unsigned char*>(device_->allocate(bytes, 64, kind))),
          bytes_(bytes) {
        std::fill_n(memory_, bytes, 0xee);
    }
    device_bytes(const device_bytes&) = delete;
    ~device_bytes() { device_->deallocate(memory_, kind_); }

    unsigned char* get() const { return memory_; }
    copy_end end(std::size_t offset) const { return {reinterpret_cast<char*>(memory_) + offset, device_}; }
    std::vector<unsigned char> read() const { return {memory_, memory_ + bytes_}; }

private:
    const std::shared_ptr<plugin_device> device_;
    const usm_kind kind_;
    unsigned char* const memory_;
    const std::size_t bytes_;
};

class PluginStaging : public PluginAdapter {
protected:
    void SetUp() override {
        PluginAdapter::SetUp();
        recorded().finds_pageable = true;
    }

    /// Copies by the driver until blocks pay off.
    static void copy_much(queue_impl& queue, const device_bytes& to) {
        const std::vector<unsigned char> from(device_tuning::min_staged_bytes, 1);
        for (std::size_t sum = 0; sum < device_tuning::min_pinned_bytes; sum += from.size()) {
            queue.copy(to.get(), from.data(), from.size());
        }
        recorded().calls.clear();
    }
};

TEST(StreamingCopy, CopiesPartsOfEverySizeAndAlignment) {
    const std::vector<unsigned char> source = noise(1000, 5);
    std::vector<char> from(source.begin(), source.end());
    for (std::size_t to = 0; to < 70; ++to) {
        for (std::size_t bytes = 0; bytes < 300; ++bytes) {
            std::vector<char> there(500, 'x'), expected = there;
            const std::size_t at = to * 7 % 64;
            std::copy_n(from.data() + at, bytes, expected.data() + to);
            streaming_copy(there.data() + to, from.data() + at, bytes);
            ASSERT_EQ(there, expected) << bytes << " bytes to " << to;
        }
    }
}

TEST_F(PluginStaging, OddPartsOfOrdinaryMemoryArriveWholeAndAlone) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    constexpr std::size_t room = 70 << 20;
    device_bytes there(device, room);
    copy_much(*queue, there);
    for (const auto& [bytes, at] :
         {std::pair<std::size_t, std::size_t>{16 << 20, 0}, {(16 << 20) + 1, 1}, {33333333, 4097}, {69000001, 12321}}) {
        const std::vector<unsigned char> from = noise(room, static_cast<unsigned>(bytes));
        std::vector<unsigned char> expected(room, 0xee), back = expected;
        std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(at), bytes,
                    expected.begin() + static_cast<std::ptrdiff_t>(at));
        std::fill_n(there.get(), room, 0xee);
        recorded().calls.clear();
        queue->copy(there.get() + at, from.data() + at, bytes);
        EXPECT_GT(copies(), 4u) << bytes;
        EXPECT_TRUE(there.read() == expected) << bytes;
        recorded().calls.clear();
        queue->copy(back.data() + at, there.get() + at, bytes);
        EXPECT_GT(copies(), 4u) << bytes;
        EXPECT_TRUE(back == expected) << bytes;
    }
}

TEST_F(PluginStaging, TheDriverCopiesWhatItCopiesWell) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    constexpr std::size_t large = device_tuning::min_staged_bytes;
    device_bytes there(device, large), pinned(device, large, usm_kind::host);
    std::vector<unsigned char> ordinary(large), other(large);
    queue->copy(there.get(), ordinary.data(), large);  // the first copy: blocks would not pay off
    EXPECT_EQ(copies(), 1u);
    copy_much(*queue, there);
    const auto is_left_to_the_driver = [&](void* to, const void* from, std::size_t bytes) {
        recorded().calls.clear();
        queue->copy(to, from, bytes);
        EXPECT_EQ(copies(), 1u) << bytes;
    };
    is_left_to_the_driver(there.get(), ordinary.data(), large - 1);
    is_left_to_the_driver(there.get(), pinned.get(), large);
    is_left_to_the_driver(other.data(), ordinary.data(), large);
    plugin_.memory_is_pageable = nullptr;
    is_left_to_the_driver(there.get(), ordinary.data(), large);
}

TEST_F(PluginStaging, AFailureAmidTheBlocksIsTheCopys) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    constexpr std::size_t bytes = 64 << 20;
    device_bytes there(device, bytes);
    copy_much(*queue, there);
    const std::vector<unsigned char> from = noise(bytes, 3);
    std::vector<unsigned char> back(bytes);
    recorded().failing = "copy 2097152";
    for (const bool to_device : {true, false}) {
        const exception e = error_of([&] {
            to_device ? queue->copy(there.get(), from.data(), bytes) : queue->copy(back.data(), there.get(), bytes);
        });
        EXPECT_EQ(e.code(), errc::runtime);
        EXPECT_NE(std::string(e.what()).find("cannot copy 2097152 bytes on recorder"), std::string::npos) << e.what();
    }
    recorded().failing.clear();
    queue->copy(there.get(), from.data(), bytes);
    queue->copy(back.data(), there.get(), bytes);
    EXPECT_TRUE(back == from);
}

/// Devices of two plugins.
class PluginsTogether : public PluginStaging {
protected:
    std::shared_ptr<plugin_device> make_other() { return std::make_shared<plugin_device>(other_, 0); }

    /// Odd parts from one to the other, by either's queue.
    void expect_right_copies(const std::shared_ptr<plugin_device>& a, const std::shared_ptr<plugin_device>& b) {
        constexpr std::size_t bytes = (70 << 20) + 3, at = 5;
        device_bytes source(a, at + bytes + 1), target(b, at + bytes + 1);
        const std::vector<unsigned char> sent = noise(at + bytes + 1, 9);
        std::ranges::copy(sent, source.get());
        std::vector<unsigned char> expected(sent.size(), 0xee);
        std::copy_n(sent.begin() + at, bytes, expected.begin() + at);
        for (const auto& by : {a, b}) {
            std::fill_n(target.get(), expected.size(), 0xee);
            const auto queue = by->make_queue(false);
            staged_copy(*queue, *by, target.end(at), source.end(at), bytes);
            EXPECT_TRUE(target.read() == expected);
        }
    }

    static bool were_called(const std::string& call) { return std::ranges::count(recorded().calls, call) > 0; }

    ndw_plugin other_ = ::ndweave::testing::recording_plugin();
    const std::string shared_ = std::to_string(device_tuning::shared_blocks * device_tuning::shared_block_bytes);
};

TEST_F(PluginsTogether, TwoDriversOfOneGpuCopyWithinIt) {
    recorded().is_gpu = true;
    recorded().location = "0000:0A:00.0";
    other_.memory_export = nullptr;
    plugin_.memory_import = nullptr;
    const auto a = make_device();
    recorded().location = "0000:0a:00.0";
    const auto b = make_other();
    expect_right_copies(a, b);
    expect_right_copies(b, a);
    EXPECT_EQ(std::ranges::count(recorded().calls, "map " + shared_), 2);
    EXPECT_TRUE(were_called("copy 33554432"));
}

TEST_F(PluginsTogether, MemoryThatIsNotTheSameIsNotUsed) {
    recorded().is_gpu = true;
    recorded().location = "0000:0a:00.0";
    recorded().imports_wrongly = true;
    const auto a = make_device();
    const auto b = make_other();
    expect_right_copies(a, b);
    EXPECT_TRUE(were_called("map " + shared_));
    EXPECT_FALSE(were_called("copy 33554432"));
    recorded().calls.clear();
    expect_right_copies(b, a);
    EXPECT_FALSE(were_called("map " + shared_)) << "asked again";
}

TEST_F(PluginsTogether, DevicesOfTwoPlacesCopyThroughMemoryThatBothHavePinned) {
    recorded().is_gpu = true;
    recorded().location = "0000:0a:00.0";
    const auto a = make_device();
    recorded().location = "0000:0b:00.0";
    const auto b = make_other();
    expect_right_copies(a, b);
    EXPECT_FALSE(were_called("map " + shared_));
    EXPECT_TRUE(were_called("pin " + std::to_string(device_tuning::staging_block_bytes)));
    EXPECT_TRUE(were_called("copy " + std::to_string(device_tuning::staging_block_bytes)));
}

TEST_F(PluginsTogether, DevicesWithoutHostMemoryPinTheProcesss) {
    recorded().capabilities &= ~std::uint32_t{NDW_CAP_HOST_MEMORY};
    const auto a = make_device();
    const auto b = make_other();
    expect_right_copies(a, b);
    EXPECT_EQ(std::ranges::count(recorded().calls, "pin " + std::to_string(device_tuning::staging_block_bytes)),
              2 * static_cast<std::ptrdiff_t>(device_tuning::staging_blocks));
    other_.memory_pin = nullptr;  // plugins need not
    const auto c = make_other();
    expect_right_copies(c, a);
}

}  // namespace
}  // namespace ndweave::detail
