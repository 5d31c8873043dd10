// NDWEAVE_CHECK=1: work-items that race, wait for each other or read unwritten local memory.
#include "cpu/check/checking.hpp"
#include "cpu/strategies.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;
using counter = atomic_ref<int, memory_order::relaxed, memory_scope::device>;

constexpr int group = 16, items = 64;

/// Kernels over groups of 16 of 64 work-items, with two local arrays of 16 numbers and memory of 256, all 1.
class CheckRaces : public ::testing::TestWithParam<cpu_strategy> {
protected:
    void SetUp() override {
        if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    }

    template <class Kernel>
    void run(const Kernel& kernel) {
        q.submit([&](handler& h) {
            const local_accessor<int> a(range<1>(group), h), b(range<1>(group), h);
            int* const m = memory.data();
            h.use({.strategy = GetParam(), .sub_group_size = 8})
                .parallel_for(nd_range<1>(items, group), [=](nd_item<1> it) { kernel(it, a, b, m); });
        });
    }

    template <class Kernel>
    exception mistake(const Kernel& kernel) {
        const exception e = error_of([&] { run(kernel); });
        EXPECT_EQ(e.code(), errc::kernel) << e.what();
        expect_text(e, "kernel ");
        return e;
    }

    static std::string at(int line) { return "(check_races_test.cpp:" + std::to_string(line) + ")"; }

    /// `earlier` and `later`: "writes", "reads" and their lines, in the order in which work-items run.
    static void expect_race(const exception& e, const std::string& earlier, int first, const std::string& later,
                            int second) {
        expect_text(e, "data race: work-item {");
        for (const auto& [access, line] : {std::pair(earlier, first), std::pair(later, second)}) {
            const std::string text = e.what();
            const std::string place = "check_races_test.cpp:" + std::to_string(line) + ")";
            bool found = false;
            for (std::size_t i = text.find(access); i != std::string::npos && !found; i = text.find(access, i + 1)) {
                const std::size_t end = text.find(')', i);
                found = end != std::string::npos && text.substr(i, end + 1 - i).ends_with(place);
            }
            EXPECT_TRUE(found) << "no '" << access << "' with " << place << " in: " << text;
        }
    }

    checking on;
    queue q{device("cpu")};
    shared_array<int> memory{256, q, 1};
};

TEST_P(CheckRaces, NeighboursInLocalMemoryWithoutABarrier) {
    const exception e = mistake([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        a[l] = static_cast<int>(l) + 40;               // line 1
        if (l > 0) m[it.get_global_id(0)] = a[l - 1];  // line 2
    });
    expect_race(e, "writes", __LINE__ - 3, "reads", __LINE__ - 2);
    expect_text(e, "data race: work-item {0} writes");
    expect_text(e, "and work-item {1} reads");
    expect_text(e, "4 bytes at byte 0 of a local_accessor of 64 bytes, which hold 0x00000028 (int32 40)");
    expect_text(e, "no barrier is between the two");
}

TEST_P(CheckRaces, WritesAfterReadsOfOthers) {
    const exception e = mistake([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        a[l] = 3;
        group_barrier(it.get_group());
        const int next = a[(l + 1) % group];
        a[l] = next + 4;
        m[it.get_global_id(0)] = next;
    });
    expect_race(e, "reads", __LINE__ - 4, "writes", __LINE__ - 3);
    expect_text(e, "hold 0x00000003 (int32 3) and would hold 0x00000007 (int32 7)");
}

TEST_P(CheckRaces, ATreeThatMissesItsBarrier) {
    const exception e = mistake([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        a[l] = m[it.get_global_id(0)];
        group_barrier(it.get_group());
        for (std::size_t step = group / 2; step > 0; step /= 2) {
            if (l < step) a[l] += a[l + step];
        }
        if (l == 0) m[it.get_group(0)] = a[0];
    });
    expect_text(e, "data race");
    expect_text(e, at(__LINE__ - 5).substr(1));
}

TEST_P(CheckRaces, AllWriteOnePlace) {
    const exception local = mistake([](const nd_item<1>& it, auto& a, auto&, int*) { a[0] = it.get_local_id(0) > 7; });
    expect_race(local, "writes", __LINE__ - 1, "writes", __LINE__ - 1);
    const exception global = mistake([](const nd_item<1>& it, auto&, auto&, int* m) { m[it.get_group(0)] = 1; });
    expect_race(global, "writes", __LINE__ - 1, "writes", __LINE__ - 1);
    const exception sum = mistake([](const nd_item<1>&, auto&, auto&, int* m) { m[0] += 1; });
    expect_text(sum, "data race");
}

TEST_P(CheckRaces, GroupsAreNotOrderedByTheirBarriers) {
    const exception e = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        const std::size_t g = it.get_global_id(0);
        m[g] = static_cast<int>(g);
        group_barrier(it.get_group());
        if (g >= group) m[g + 100] = m[g - group];
    });
    expect_race(e, "writes", __LINE__ - 4, "reads", __LINE__ - 2);
    expect_text(e, "work-item {0} writes");
    expect_text(e, "work-item {16} reads");
    expect_text(e, "no barrier orders work-items of different work-groups");
}

TEST_P(CheckRaces, AtomicOperationsBesideOrdinaryOnes) {
    const exception after = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        counter(m[0]) += 1;
        if (it.get_local_id(0) == 3) m[9] = m[0];
    });
    expect_race(after, "writes", __LINE__ - 3, "reads", __LINE__ - 2);
    const exception before = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        if (it.get_global_id(0) == 0) m[0] = 0;
        counter(m[0]) += 1;
    });
    expect_race(before, "writes", __LINE__ - 3, "atomically writes", __LINE__ - 2);
    EXPECT_NO_THROW(run([](const nd_item<1>&, auto&, auto&, int* m) { counter(m[0]) += 1; }));
}

TEST_P(CheckRaces, BytesOfOneWordAreTheirOwn) {
    EXPECT_NO_THROW(run([](const nd_item<1>& it, auto&, auto&, int* m) {
        reinterpret_cast<unsigned char*>(m)[it.get_global_id(0)] = 1;
    }));
    const exception e = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        auto* const bytes = reinterpret_cast<unsigned char*>(m);
        bytes[it.get_global_id(0)] = 1;
        if (it.get_global_id(0) == 5) m[1] = 2;
    });
    expect_race(e, "writes", __LINE__ - 3, "writes", __LINE__ - 2);
}

TEST_P(CheckRaces, WiderAccessesOverlapNarrowerOnes) {
    const exception e = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        const std::size_t g = it.get_global_id(0);
        if (g % 2 == 0)
            reinterpret_cast<long*>(m)[g / 2] = 1;
        else
            m[g] = 2;
    });
    expect_race(e, "writes", __LINE__ - 4, "writes", __LINE__ - 2);
}

TEST_P(CheckRaces, SubGroupsInLockstepRace) {
    const exception lockstep = mistake([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        a[l] = static_cast<int>(l);
        m[it.get_global_id(0)] = a[l ^ 1];
    });
    expect_text(lockstep, "data race");
    EXPECT_NO_THROW(run([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        a[l] = static_cast<int>(l);
        group_barrier(it.get_sub_group());
        m[it.get_global_id(0)] = a[l ^ 1];
    }));
    const exception between = mistake([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        a[l] = static_cast<int>(l);
        group_barrier(it.get_sub_group());
        m[it.get_global_id(0)] = a[l ^ 8];
    });
    expect_race(between, "writes", __LINE__ - 4, "reads", __LINE__ - 2);
    const exception shuffled = mistake([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        a[l] = static_cast<int>(l);
        const int other = shift_group_left(it.get_sub_group(), static_cast<int>(l), 1);
        m[it.get_global_id(0)] = a[l ^ 1] + other;
    });
    expect_race(shuffled, "writes", __LINE__ - 4, "reads", __LINE__ - 2);
}

TEST_P(CheckRaces, BasicKernelsAreChecked) {
    int* const m = memory.data();
    const kernel_properties p{.strategy = GetParam()};
    const exception shift = error_of([&] { q.parallel_for(range<1>(100), p, [=](id<1> i) { m[i] = m[i + 1]; }); });
    expect_race(shift, "reads", __LINE__ - 1, "writes", __LINE__ - 1);
    const exception scatter = error_of(
        [&] { q.parallel_for(range<2>(7, 9), p, [=](id<2> i) { m[i[0] * 8 + i[1]] = static_cast<int>(i[1]); }); });
    expect_text(scatter, "data race: work-item {0, 8} writes");
    expect_text(scatter, "and work-item {1, 0} writes");
    expect_text(scatter, "hold 0x00000008 (int32 8) and would hold 0x00000000 (int32 0)");
    const exception far = error_of([&] {
        q.parallel_for(range<1>(1000), p, [=](id<1> i) {
            if (i[0] == 3 || i[0] == 900) m[7] = static_cast<int>(i[0]);
        });
    });
    expect_text(far, "work-item {3} writes");
    expect_text(far, "work-item {900} writes");
    EXPECT_NO_THROW(q.parallel_for(range<1>(256), p, [=](id<1> i) { m[i] = 2 * m[i]; }));
    EXPECT_NO_THROW(q.parallel_for(range<1>(255), p, [=](id<1> i) { m[i + 1] = 7; }));
}

TEST_P(CheckRaces, ReleasesAndAcquiresOrder) {
    using publish = atomic_ref<int, memory_order::acq_rel, memory_scope::device>;
    // The last group to come adds up what all have written.
    const auto last_of_all = [](auto take_ticket, auto fence) {
        return [=](const nd_item<1>& it, auto& a, auto&, int* m) {
            const std::size_t l = it.get_local_id(0);
            m[10 + it.get_global_id(0)] = 5;
            group_barrier(it.get_group());
            if (l == 0) {
                fence();
                a[0] = take_ticket(m);
                fence();
            }
            group_barrier(it.get_group());
            if (a[0] == items / group && l < items / group) m[100 + l] = m[10 + l * group];
        };
    };
    memory[0] = 0;
    EXPECT_NO_THROW(run(last_of_all([](int* m) { return publish(m[0]).fetch_add(1) + 1; }, [] {})));
    memory[0] = 0;
    EXPECT_NO_THROW(run(last_of_all([](int* m) { return counter(m[0]).fetch_add(1) + 1; },
                                    [] { atomic_fence(memory_order::acq_rel, memory_scope::device); })));
    memory[0] = 0;
    const exception relaxed = mistake(last_of_all([](int* m) { return counter(m[0]).fetch_add(1) + 1; }, [] {}));
    expect_text(relaxed, "data race: work-item {0} writes");
    expect_text(relaxed, "no barrier orders work-items of different work-groups");
}

/// As in a kernel that relies on the work-items of a warp going on together.
TEST_P(CheckRaces, FencesAloneOrderNothing) {
    const exception e = mistake([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        a[l] = 1;
        atomic_fence(memory_order::acq_rel, memory_scope::work_group);
        if (l >= 1) a[l] += a[l - 1];
        atomic_fence(memory_order::acq_rel, memory_scope::work_group);
        m[it.get_global_id(0)] = a[l];
    });
    expect_race(e, "writes", __LINE__ - 6, "reads", __LINE__ - 4);
}

/// Each group adds to the ticket; `wait(g)` is in front of that and behind it.
TEST_P(CheckRaces, BarriersOfTheDeviceOrderGroups) {
    const auto last_of_all = [](auto wait) {
        return [=](const nd_item<1>& it, auto& a, auto&, int* m) {
            const std::size_t l = it.get_local_id(0);
            m[10 + it.get_global_id(0)] = 5;
            wait(it.get_group());
            if (l == 0) a[0] = counter(m[0]).fetch_add(1) + 1;
            wait(it.get_group());
            for (int i = 0; l == 0 && a[0] == items / group && i < items; ++i) m[100 + i] = m[10 + i];
        };
    };
    memory[0] = 0;
    EXPECT_NO_THROW(run(last_of_all([](const auto& g) { group_barrier(g, memory_scope::device); })));
    memory[0] = 0;
    EXPECT_NO_THROW(run(last_of_all([](const auto& g) {
        atomic_fence(memory_order::acq_rel, memory_scope::device);
        group_barrier(g);
        atomic_fence(memory_order::acq_rel, memory_scope::device);
    })));
    memory[0] = 0;
    const exception within = mistake(last_of_all([](const auto& g) { group_barrier(g); }));
    expect_text(within, "no barrier orders work-items of different work-groups");
}

TEST_P(CheckRaces, WhatIsWrittenBehindAReleaseIsNotReleased) {
    using publish = atomic_ref<int, memory_order::acq_rel, memory_scope::device>;
    memory[0] = 0;
    const exception e = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        if (it.get_global_id(0) == 0) {
            publish(m[0]).store(1);
            m[1] = 7;
        }
        if (it.get_global_id(0) == 20 && publish(m[0]).load() == 1) m[2] = m[1];
    });
    expect_race(e, "writes", __LINE__ - 4, "reads", __LINE__ - 2);
}

TEST_P(CheckRaces, WaitingForAnotherWorkItem) {
    const exception flag = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        if (it.get_global_id(0) == 0) {
            while (counter(m[0]).load() == 1) {
            }
        } else {
            counter(m[0]).store(2);
        }
    });
    expect_text(flag, "work-item {0} waits for another one to change 4 bytes at");
    expect_text(flag, "(int32 1)");
    expect_text(flag, at(__LINE__ - 8).substr(1));
    const exception lock = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        int expected = 0;
        if (it.get_local_id(0) == 1) {
            while (!counter(m[0]).compare_exchange_strong(expected, 1)) expected = 0;
        }
    });
    expect_text(lock, "work-item {1} waits for another one");
    const exception several = mistake([](const nd_item<1>& it, auto&, auto&, int* m) {
        volatile int* const flags = m;
        if (it.get_global_id(0) == 0) {
            for (int open = 1; open != 0;) {
                open = 0;
                for (int i = 0; i < 3; ++i) open += flags[i];
                m[9] = 4;
            }
        } else {
            flags[it.get_global_id(0) % 3] = 0;
        }
    });
    expect_text(several, "work-item {0} waits for another one");
}

TEST_P(CheckRaces, ManyLooksAtUnchangedMemoryAreFine) {
    EXPECT_NO_THROW(run([](const nd_item<1>& it, auto&, auto&, int* m) {
        const volatile int* const input = m;
        int sum = 0;
        for (int i = 0; it.get_global_id(0) == 0 && i < 5'000'000; ++i) {
            sum += input[i % 8];
            m[100 + i % 7] = sum;
        }
    }));
}

TEST_P(CheckRaces, LocalMemoryThatNobodyWrote) {
    const exception all =
        mistake([](const nd_item<1>& it, auto& a, auto&, int* m) { m[it.get_global_id(0)] = a[it.get_local_id(0)]; });
    expect_text(all,
                "read of 4 bytes of local memory that no work-item of its work-group has written, by work-item {0}");
    expect_text(all, "at byte 0 of a local_accessor of 64 bytes");
    expect_text(all, at(__LINE__ - 4).substr(1));
    const exception one = mistake([](const nd_item<1>& it, auto& a, auto& b, int* m) {
        const std::size_t l = it.get_local_id(0);
        if (l != 5) b[l] = 1;
        a[l] = 2;
        group_barrier(it.get_group());
        m[it.get_global_id(0)] = a[group - 1 - l] + b[group - 1 - l];
    });
    expect_text(one, "has written, by work-item {10}, at byte 20 of a local_accessor of 64 bytes");
    // A group's memory is not the next one's.
    const exception next = mistake([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        if (it.get_group(0) == 0) a[l] = 1;
        m[it.get_global_id(0)] = a[l];
    });
    expect_text(next, "by work-item {16}");
}

TEST_P(CheckRaces, CleanKernelsStayClean) {
    EXPECT_NO_THROW(run([](const nd_item<1>& it, auto& a, auto& b, int* m) {
        const std::size_t l = it.get_local_id(0), g = it.get_global_id(0);
        for (int round = 0; round < 300; ++round) {
            a[l] = round;
            group_barrier(it.get_group());
            b[l] = a[group - 1 - l];
            group_barrier(it.get_group());
        }
        m[g] = b[l ^ 3] + reduce_over_group(it.get_group(), 1, plus<int>());
        m[g] += exclusive_scan_over_group(it.get_group(), 2, plus<int>());
    }));
    EXPECT_NO_THROW(run([](const nd_item<1>& it, auto& a, auto&, int* m) {
        const std::size_t l = it.get_local_id(0);
        if (l < 4) a[l] = 0;
        group_barrier(it.get_group());
        atomic_ref<int, memory_order::relaxed, memory_scope::work_group>(a[l % 4]) += 1;
        group_barrier(it.get_group());
        if (l < 4) counter(m[l]) += a[l];
    }));
    shared_array<float> sum(1, q), smallest(1, q);
    EXPECT_NO_THROW(q.parallel_for(range<1>(10000), kernel_properties{.strategy = GetParam()},
                                   reduction(sum.data(), plus<float>()), reduction(smallest.data(), minimum<float>()),
                                   [=](id<1>, auto& s, auto& m) {
                                       s += 1;
                                       m.combine(-1);
                                   }));
    EXPECT_EQ(sum[0], 10000);
}

TEST_P(CheckRaces, LaunchesAreOrdered) {
    int* const m = memory.data();
    for (int round = 0; round < 3; ++round) {
        EXPECT_NO_THROW(q.parallel_for(range<1>(200), [=](id<1> i) { m[i] = round; }));
        EXPECT_NO_THROW(q.parallel_for(range<1>(200), [=](id<1> i) { m[199 - i[0]] += 1; }));
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, CheckRaces, barrier_strategies, name_of_parameter);

}  // namespace
}  // namespace ndweave::tests
