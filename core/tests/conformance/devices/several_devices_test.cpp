/// All devices of the backend under test, where it has more than one; of the CPU, its halves.
#include <numeric>
#include <thread>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

class SeveralDevices : public Conformance {
protected:
    SeveralDevices() {
        const device own = q.get_device();
        for (const device& d : device::get_devices()) {
            if (d.backend_name() == own.backend_name()) devices.push_back(d);
        }
        const std::size_t units = own.get_info<info::device::max_compute_units>();
        if (own.backend_name() == "cpu" && units > 1) {
            devices = own.create_sub_devices<info::partition_property::partition_equally>(units / 2);
        }
    }

    void SetUp() override {
        if (devices.size() < 2) GTEST_SKIP() << "the backend has one device here";
    }

    std::vector<device> devices;
};

TEST_F(SeveralDevices, CopyToEachOther) {
    queue here(devices[0]), there(devices[1]);
    for (const std::size_t n : {1, 4099, 3'000'001, 9'000'001}) {
        std::vector<int> model(n);
        std::iota(model.begin(), model.end(), static_cast<int>(random() % 1000));
        buffer<int> from(here, model), to(there, n), again(here, n);
        there.memcpy(to.get(), from.get(), n * sizeof(int)).wait();
        expect_equal(to.read(), model);
        there.memcpy(again.get(), to.get(), n * sizeof(int)).wait();  // by the source's queue
        expect_equal(again.read(), model);
    }
}

TEST_F(SeveralDevices, EventsOrderTheirQueues) {
    queue here(devices[0]), there(devices[1]);
    constexpr std::size_t n = 1'000'000;
    buffer<int> first(here, std::vector<int>(n, 1)), second(there, n);
    int *const a = first.get(), *const b = second.get();
    for (int round = 0; round < 20; ++round) {
        const event computed = here.parallel_for(range<1>(n), [=](id<1> i) { a[i] = 3 * a[i] + round; });
        const event copied = there.submit([&](handler& h) {
            h.depends_on(computed);
            h.memcpy(b, a, n * sizeof(int));
        });
        there.parallel_for(range<1>(n), [=](id<1> i) { b[i] %= 1000; });
        here.submit([&](handler& h) {
            h.depends_on(copied);
            h.parallel_for(range<1>(n), [=](id<1> i) { a[i] %= 1000; });
        });
    }
    there.wait();
    int model = 1;
    for (int round = 0; round < 20; ++round) model = (3 * model + round) % 1000;
    expect_equal(second.read(), std::vector<int>(n, model));
}

TEST_F(SeveralDevices, AccessEachOthersMemoryIfTheyCan) {
    device here = devices[0], there = devices[1];
    const auto expect_refusal = [](const auto& f) {
        try {
            f();
            ADD_FAILURE() << "nothing is thrown";
        } catch (const exception& e) {
            EXPECT_EQ(e.code(), errc::invalid) << e.what();
        }
    };
    expect_refusal([&] { here.ext_oneapi_disable_peer_access(there); });
    if (!here.ext_oneapi_can_access_peer(there)) {
        EXPECT_FALSE(here.ext_oneapi_can_access_peer(there, ext::oneapi::peer_access::atomics_supported));
        expect_refusal([&] { here.ext_oneapi_enable_peer_access(there); });
        return;
    }
    here.ext_oneapi_enable_peer_access(there);
    expect_refusal([&] { here.ext_oneapi_enable_peer_access(there); });
    queue reader(here), owner(there);
    constexpr std::size_t n = 100'000;
    std::vector<int> model(n);
    std::iota(model.begin(), model.end(), 5);
    for (const std::size_t alignment : {64, 4096}) {  // of CUDA's pools, and not
        int* const theirs = static_cast<int*>(malloc_device(n * sizeof(int), owner, alignment));
        owner.memcpy(theirs, model.data(), n * sizeof(int)).wait();
        const buffer<int> own(reader, n);
        int* const to = own.get();
        reader.parallel_for(range<1>(n), [=](id<1> i) {
            to[i] = theirs[i];
            theirs[i] = -1;
        });
        expect_equal(own.read(), model);
        std::vector<int> left(n);
        owner.memcpy(left.data(), theirs, n * sizeof(int)).wait();
        expect_equal(left, std::vector<int>(n, -1));
        free(theirs, owner);
    }
    here.ext_oneapi_disable_peer_access(there);
    expect_refusal([&] { here.ext_oneapi_disable_peer_access(there); });
}

TEST_F(SeveralDevices, HostThreadsDriveThemAtOnce) {
    std::vector<std::size_t> wrong(8);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&, t] {
            queue own(devices[t % devices.size()]);
            constexpr std::size_t n = 100'000;
            buffer<std::uint32_t> numbers(own, std::vector<std::uint32_t>(n, static_cast<std::uint32_t>(t)));
            std::uint32_t* const p = numbers.get();
            auto model = static_cast<std::uint32_t>(t);
            for (std::uint32_t i = 0; i < 50; ++i) {
                own.parallel_for(range<1>(n), [=](id<1> k) { p[k] = p[k] * 5 + i; });
                model = model * 5 + i;
            }
            for (const std::uint32_t number : numbers.read()) wrong[t] += number != model;
        });
    }
    for (std::thread& thread : threads) thread.join();
    expect_equal(wrong, std::vector<std::size_t>(wrong.size(), 0));
}

}  // namespace
}  // namespace ndweave::conformance
