/// What else of accessors programs use: properties, copies by the queue, pointers in host tasks, atomic local memory.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <type_traits>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

TEST(AccessorForms, TellTheirProperties) {
    sycl::queue q;
    sycl::buffer<int> numbers(8);
    q.submit([&](sycl::handler& h) {
        const sycl::accessor discards(numbers, h, sycl::write_only, sycl::no_init);
        const sycl::accessor keeps(numbers, h, sycl::write_only);
        EXPECT_TRUE(discards.has_property<sycl::property::no_init>());
        EXPECT_NO_THROW(discards.get_property<sycl::property::no_init>());
        EXPECT_FALSE(keeps.has_property<sycl::property::no_init>());
        EXPECT_THROW(keeps.get_property<sycl::property::no_init>(), sycl::exception);
    });
    const sycl::host_accessor host(numbers, sycl::write_only, sycl::no_init);
    EXPECT_TRUE(host.has_property<sycl::property::no_init>());
}

TEST(AccessorForms, QueuesCopyAndFill) {
    sycl::queue q;
    const sycl::range<2> extent(5, 7);
    std::vector<int> in(extent.size()), out(extent.size(), -1);
    std::iota(in.begin(), in.end(), 1);
    sycl::buffer<int, 2> a(extent), b(extent);
    q.copy(in.data(), sycl::accessor(a));
    q.copy(sycl::accessor(a), sycl::accessor(b));
    q.fill(sycl::accessor(b, sycl::range<2>(1, 7), sycl::id<2>(2, 0)), 99);
    q.copy(sycl::accessor(b), out.data()).wait();
    for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(out[i], i / 7 == 2 ? 99 : in[i]);
    const std::shared_ptr<int[]> owned(new int[extent.size()]);
    q.copy(sycl::accessor(a), std::shared_ptr<int>(owned, owned.get())).wait();
    EXPECT_EQ(std::vector<int>(owned.get(), owned.get() + in.size()), in);
    q.update_host(sycl::accessor(a)).wait();
}

TEST(AccessorForms, UpdateHostReachesTheProgramsMemory) {
    sycl::queue q;
    for (const bool locks : {false, true}) {
        std::vector<int> numbers(100, 1);
        std::mutex mutex;
        const sycl::property_list properties =
            locks ? sycl::property_list{sycl::property::buffer::use_mutex(mutex)} : sycl::property_list();
        sycl::buffer<int> buffer(numbers.data(), sycl::range<1>(100), properties);
        q.submit([&](sycl::handler& h) {
            sycl::accessor out(buffer, h, sycl::write_only);
            h.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { out[i] = static_cast<int>(i[0]) * 3; });
        });
        q.update_host(sycl::accessor(buffer, sycl::read_only)).wait();
        const std::lock_guard lock(mutex);
        for (int i = 0; i < 100; ++i) EXPECT_EQ(numbers[static_cast<std::size_t>(i)], 3 * i);
    }
}

TEST(AccessorForms, PointersInHostTasksArePlain) {
    sycl::queue q;
    sycl::buffer<int> numbers(3);
    q.submit([&](sycl::handler& h) {
        sycl::accessor out(numbers, h, sycl::write_only_host_task);
        static_assert(std::is_same_v<decltype(out.get_pointer()), int*>);
        h.host_task([=] { std::iota(out.get_pointer(), out.get_pointer() + 3, 7); });
    });
    const sycl::host_accessor result(numbers);
    EXPECT_EQ(std::vector<int>(result.begin(), result.end()), (std::vector<int>{7, 8, 9}));
}

TEST(AccessorForms, AtomicLocalOnesGiveAtomics) {
    sycl::queue q;
    sycl::buffer<int> totals(4);
    q.submit([&](sycl::handler& h) {
        sycl::accessor out(totals, h, sycl::write_only);
        sycl::accessor<int, 2, sycl::access::mode::atomic, sycl::access::target::local> sums(sycl::range<2>(1, 2), h);
        h.parallel_for(sycl::nd_range<1>(128, 32), [=](sycl::nd_item<1> it) {
            if (it.get_local_id(0) < 2) sums[0][it.get_local_id(0)].store(0);
            it.barrier();
            sums[sycl::id<2>(0, 1)].fetch_add(static_cast<int>(it.get_local_id(0)));
            it.barrier();
            if (it.get_local_id(0) == 0) out[it.get_group(0)] = sums[0][1].load() + sums[0][0].load();
        });
    });
    const sycl::host_accessor result(totals);
    for (const int total : result) EXPECT_EQ(total, 31 * 16);
}

TEST(AccessorForms, LocalOnesHaveAHash) {
    sycl::queue q;
    q.submit([](sycl::handler& h) {
        using local = sycl::local_accessor<int, 1>;
        const local a(5, h), copy = a, b(5, h);
        EXPECT_EQ(std::hash<local>()(a), std::hash<local>()(copy));
        EXPECT_EQ(a, copy);
        EXPECT_NE(a, b);
    });
}

TEST(AccessorForms, LocalOnesNeedWorkGroupsAndBecomeConst) {
    sycl::queue q;
    sycl::buffer<int> one(1);
    const auto refused = [&](auto launch) {
        try {
            q.submit([&](sycl::handler& h) {
                sycl::accessor out(one, h, sycl::write_only);
                sycl::local_accessor<int, 1> local(3, h);
                launch(h, [=] { out[0] = static_cast<int>(local.size()); });
            });
        } catch (const sycl::exception& e) {
            return e.code() == sycl::errc::kernel_argument;
        }
        return false;
    };
    EXPECT_TRUE(refused([](sycl::handler& h, auto body) { h.single_task([=] { body(); }); }));
    EXPECT_TRUE(
        refused([](sycl::handler& h, auto body) { h.parallel_for(sycl::range<1>(1), [=](sycl::id<1>) { body(); }); }));
    q.submit([&](sycl::handler& h) {
        sycl::accessor out(one, h, sycl::write_only);
        sycl::local_accessor<int, 2> local(sycl::range<2>(2, 8), h);
        h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
            const sycl::local_accessor<const int, 2> reads = local;
            local[1][it.get_local_id(0)] = static_cast<int>(it.get_local_id(0));
            it.barrier();
            if (it.get_local_id(0) == 0) out[0] = reads[1][7] * 10 + static_cast<int>(reads.size() == 16);
        });
    });
    EXPECT_EQ(sycl::host_accessor(one)[0], 71);
}

TEST(AccessorForms, PlaceholdersInHostTasks) {
    sycl::queue q;
    sycl::buffer<int> numbers(5);
    const sycl::accessor<int, 1, sycl::access_mode::write, sycl::target::host_task> placeholder(numbers);
    q.submit([&](sycl::handler& h) {
        h.require(placeholder);
        h.host_task([=] { std::iota(placeholder.begin(), placeholder.end(), 5); });
    });
    EXPECT_EQ(sycl::host_accessor(numbers)[4], 9);
}

TEST(AccessorForms, HostTasksTakeThoseOfTheCpuAsWell) {
    sycl::queue q;
    if (q.get_device().get_backend() != ndweave::backend::cpu) GTEST_SKIP() << "its memory is not the host's";
    sycl::buffer<int> numbers(1);
    {
        const sycl::host_accessor first(numbers, sycl::write_only);
        first[0] = 6;
    }
    q.submit([&](sycl::handler& h) {
        const sycl::accessor in(numbers, h, sycl::read_only_host_task);
        const sycl::accessor out(numbers, h, sycl::write_only);
        h.host_task([=] { out[0] = in[0] * 7; });
    });
    EXPECT_EQ(sycl::host_accessor(numbers)[0], 42);
}

TEST(AccessorForms, OfNoDimensionsHaveOneElement) {
    sycl::queue q;
    sycl::buffer<int> numbers(5);
    {
        const sycl::host_accessor all(numbers, sycl::write_only);
        for (int i = 0; i < 5; ++i) all[static_cast<std::size_t>(i)] = i;
    }
    q.submit([&](sycl::handler& h) {
        const sycl::accessor<int, 0> first(numbers, h);
        EXPECT_EQ(first.size(), 1u);
        EXPECT_EQ(first.byte_size(), sizeof(int));
        h.single_task([=] { first = 9; });
    });
    const sycl::host_accessor<int, 0> first(numbers);
    EXPECT_EQ(first.size(), 1u);
    EXPECT_EQ(first, 9);
}

TEST(AccessorForms, ReadingOnesCannotDiscard) {
    sycl::queue q;
    sycl::buffer<int> numbers(5);
    EXPECT_THROW(sycl::host_accessor(numbers, sycl::read_only, sycl::no_init), sycl::exception);
    q.submit([&](sycl::handler& h) {
        EXPECT_THROW(sycl::accessor(numbers, h, sycl::read_only, sycl::no_init), sycl::exception);
        EXPECT_THROW(sycl::accessor(numbers, sycl::read_only, sycl::no_init), sycl::exception);
    });
}

}  // namespace
