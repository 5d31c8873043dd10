/// Atomic operations: every type, operation and order, in global and local memory.
#include <algorithm>
#include <chrono>
#include <limits>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

template <class T>
using atomic = atomic_ref<T, memory_order::relaxed, memory_scope::device>;

constexpr std::size_t items = 5003;

template <class T>
class AtomicOf : public Conformance {};

using types = ::testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;

class names {
public:
    template <class T>
    static std::string GetName(int) {
        return std::string(std::is_floating_point_v<T> ? "float"
                           : std::is_signed_v<T>       ? "int"
                                                       : "uint") +
               std::to_string(8 * sizeof(T));
    }
};
TYPED_TEST_SUITE(AtomicOf, types, names);

bool lacks(const queue& q, std::size_t bytes) { return bytes == 8 && !q.get_device().has(aspect::atomic64); }

TYPED_TEST(AtomicOf, AdditionSubtractionMinimumAndMaximum) {
    using T = TypeParam;
    queue& q = this->q;
    if (lacks(q, sizeof(T))) GTEST_SKIP() << "the device has no 64-bit atomics";
    buffer<T> a(q, std::vector<T>{0, 1000000, 1000, 0, 5});
    T* const p = a.get();
    q.parallel_for(range<1>(items), [=](id<1> i) {
        const T v = static_cast<T>(i[0] % 50);
        atomic<T>(p[0]).fetch_add(v);
        atomic<T>(p[1]).fetch_sub(v);
        atomic<T>(p[2]).fetch_min(static_cast<T>(v + 3));
        atomic<T>(p[3]).fetch_max(v);
        atomic<T> five(p[4]);
        five += T(1);
    });
    T sum = 0;
    for (std::size_t i = 0; i < items; ++i) sum += static_cast<T>(i % 50);
    this->expect_equal(a.read(), {sum, static_cast<T>(1000000 - sum), 3, 49, static_cast<T>(5 + items)});
}

TYPED_TEST(AtomicOf, UpdatesBesideALoopOfExchanges) {
    using T = TypeParam;
    queue& q = this->q;
    if (lacks(q, sizeof(T))) GTEST_SKIP() << "the device has no 64-bit atomics";
    buffer<T> a(q, std::vector<T>{0, 0, 0});
    T* const p = a.get();
    q.parallel_for(range<1>(items), [=](id<1> i) {
        const T v = static_cast<T>(i[0] % 50);
        atomic<T>(p[0]).fetch_add(v);
        atomic<T> turn(p[1]);
        for (;;) {
            T old = turn.load();
            if (old >= T(17)) {
                if (turn.compare_exchange_strong(old, T(0))) break;
            } else if (turn.compare_exchange_strong(old, static_cast<T>(old + 1))) {
                break;
            }
        }
        atomic<T>(p[2]).fetch_max(v);
    });
    T sum = 0;
    for (std::size_t i = 0; i < items; ++i) sum += static_cast<T>(i % 50);
    this->expect_equal(a.read(), {sum, static_cast<T>(items % 18), 49});
}

TYPED_TEST(AtomicOf, ExchangeHandsEveryValueOnOnce) {
    using T = TypeParam;
    queue& q = this->q;
    if (lacks(q, sizeof(T))) GTEST_SKIP() << "the device has no 64-bit atomics";
    buffer<T> cell(q, std::vector<T>{0}), taken(q, items);
    T *const c = cell.get(), *const t = taken.get();
    q.parallel_for(range<1>(items), [=](id<1> i) { t[i] = atomic<T>(*c).exchange(static_cast<T>(i[0] + 1)); });
    std::vector<T> got = taken.read();
    got.push_back(cell.read()[0]);
    std::sort(got.begin(), got.end());
    std::vector<T> model;
    for (std::size_t i = 0; i <= items; ++i) model.push_back(static_cast<T>(i));
    this->expect_equal(got, model);
}

TYPED_TEST(AtomicOf, CompareExchangeLosesNoUpdate) {
    using T = TypeParam;
    queue& q = this->q;
    if (lacks(q, sizeof(T))) GTEST_SKIP() << "the device has no 64-bit atomics";
    buffer<T> cell(q, std::vector<T>{1, 0});
    T* const c = cell.get();
    q.parallel_for(range<1>(items), [=](id<1>) {
        atomic<T> a(c[0]);
        T seen = a.load();
        while (!a.compare_exchange_weak(seen, seen + T(2))) {
        }
        T never = T(0);  // the cell is odd
        if (a.compare_exchange_strong(never, T(7))) c[1] = T(1);
    });
    this->expect_equal(cell.read(), {static_cast<T>(1 + 2 * items), 0});
}

/// Every operation with every order, in local memory; of each the orders that SYCL allows it.
TYPED_TEST(AtomicOf, OperationsOfEveryOrderInLocalMemory) {
    using T = TypeParam;
    queue& q = this->q;
    if (lacks(q, sizeof(T))) GTEST_SKIP() << "the device has no 64-bit atomics";
    constexpr std::size_t local = 64, groups = 7, cells = 6;
    buffer<T> out(q, std::vector<T>(groups * cells, T(0)));
    T* const o = out.get();
    q.submit([&](handler& h) {
        const local_accessor<T> cell(range<1>(cells), h);
        h.parallel_for(nd_range<1>(groups * local, local), [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0), g = it.get_group(0);
            using local_atomic = atomic_ref<T, memory_order::relaxed, memory_scope::work_group>;
            if (l < cells) cell[l] = l == 2 ? T(100) : T(0);
            group_barrier(it.get_group());
            const T v = static_cast<T>(l % 10);
            local_atomic(cell[0]).fetch_add(v, memory_order::acq_rel);
            local_atomic(cell[0]).fetch_sub(T(1), memory_order::seq_cst);
            local_atomic(cell[2]).fetch_min(static_cast<T>(v + 2), memory_order::acquire);
            local_atomic(cell[3]).fetch_max(static_cast<T>(v + static_cast<T>(g)), memory_order::release);
            local_atomic(cell[4]).store(T(4), memory_order::release);
            T seen = local_atomic(cell[1]).load(memory_order::acquire);
            while (!local_atomic(cell[1]).compare_exchange_strong(seen, seen + T(3), memory_order::acq_rel,
                                                                  memory_order::acquire)) {
            }
            if (l == 0) (void)local_atomic(cell[5]).exchange(static_cast<T>(g), memory_order::seq_cst);
            group_barrier(it.get_group());
            if (l < cells) o[g * cells + l] = cell[l];
        });
    });
    T sum = 0;
    for (std::size_t l = 0; l < local; ++l) sum += static_cast<T>(l % 10);
    std::vector<T> model;
    for (std::size_t g = 0; g < groups; ++g) {
        for (const T v :
             {static_cast<T>(sum - T(local)), T(3 * local), T(2), static_cast<T>(9 + g), T(4), static_cast<T>(g)})
            model.push_back(v);
    }
    this->expect_equal(out.read(), model);
}

using Atomic = Conformance;

TEST_F(Atomic, PointersAreExchangedAndAdvanced) {
    if (lacks(q, 8)) GTEST_SKIP() << "the device has no 64-bit atomics";
    if (!q.get_device().has(aspect::usm_device_allocations))
        GTEST_SKIP() << "pointers are arguments only on this device";
    buffer<int> values(q, std::vector<int>(items, 0));
    buffer<int*> next(q, 1);
    int* const v = values.get();
    int** const n = next.get();
    q.single_task([=] { *n = v; });
    q.parallel_for(range<1>(items), [=](id<1> i) {
        int* const mine = atomic_ref<int*, memory_order::relaxed, memory_scope::device>(*n).fetch_add(1);
        *mine = static_cast<int>(i[0]) + 1;
    });
    std::vector<int> got = values.read(), model(items);
    std::sort(got.begin(), got.end());
    for (std::size_t i = 0; i < items; ++i) model[i] = static_cast<int>(i) + 1;
    expect_equal(got, model);
}

template <class T>
std::vector<T> compute_bits(queue& q) {
    buffer<T> a(q, std::vector<T>{std::numeric_limits<T>::max(), 0, 0});
    T* const p = a.get();
    constexpr unsigned bits = sizeof(T) * 8 - 1;  // sign bits stay out of it
    q.parallel_for(range<1>(items), [=](id<1> i) {
        const T bit = static_cast<T>(T(1) << (i[0] % bits));
        atomic<T>(p[0]).fetch_and(static_cast<T>(~(bit & T(0xff))));
        atomic<T>(p[1]).fetch_or(static_cast<T>(bit & T(0x7f0f)));
        atomic<T>(p[2]).fetch_xor(bit);
    });
    return a.read();
}

template <class T>
std::vector<T> model_bits() {
    constexpr unsigned bits = sizeof(T) * 8 - 1;
    std::vector<T> v{std::numeric_limits<T>::max(), 0, 0};
    for (std::size_t i = 0; i < items; ++i) {
        const T bit = static_cast<T>(T(1) << (i % bits));
        v[0] &= static_cast<T>(~(bit & T(0xff)));
        v[1] |= static_cast<T>(bit & T(0x7f0f));
        v[2] ^= bit;
    }
    return v;
}

TEST_F(Atomic, BitsOf32AreExact) {
    expect_equal(compute_bits<std::int32_t>(q), model_bits<std::int32_t>());
    expect_equal(compute_bits<std::uint32_t>(q), model_bits<std::uint32_t>());
}

TEST_F(Atomic, BitsOf64AreExact) {
    if (lacks(q, 8)) GTEST_SKIP() << "the device has no 64-bit atomics";
    expect_equal(compute_bits<std::int64_t>(q), model_bits<std::int64_t>());
    expect_equal(compute_bits<std::uint64_t>(q), model_bits<std::uint64_t>());
}

TEST_F(Atomic, EveryOrderCounts) {
    buffer<std::uint32_t> a(q, std::vector<std::uint32_t>(8, 0));
    std::uint32_t* const p = a.get();
    q.parallel_for(range<1>(items), [=](id<1> i) {
        atomic<std::uint32_t> order[] = {atomic<std::uint32_t>(p[0]), atomic<std::uint32_t>(p[1]),
                                         atomic<std::uint32_t>(p[2]), atomic<std::uint32_t>(p[3]),
                                         atomic<std::uint32_t>(p[4])};
        order[0].fetch_add(1, memory_order::relaxed);
        order[1].fetch_add(1, memory_order::acquire);
        order[2].fetch_add(1, memory_order::release);
        order[3].fetch_add(1, memory_order::acq_rel);
        order[4].fetch_add(1, memory_order::seq_cst);
        if (i[0] == 7) {
            atomic<std::uint32_t>(p[5]).store(11, memory_order::release);
            atomic<std::uint32_t>(p[6]).store(12, memory_order::seq_cst);
            atomic<std::uint32_t>(p[7]).store(atomic<std::uint32_t>(p[5]).load(memory_order::acquire) +
                                              atomic<std::uint32_t>(p[6]).load(memory_order::seq_cst));
        }
    });
    const auto n = static_cast<std::uint32_t>(items);
    expect_equal(a.read(), {n, n, n, n, n, 11, 12, 23});
}

TEST_F(Atomic, EveryScopeCounts) {
    constexpr std::size_t local = 64, groups = 50;
    buffer<std::uint32_t> counters(q, std::vector<std::uint32_t>(groups + 3, 0));
    std::uint32_t* const p = counters.get();
    q.parallel_for(nd_range<1>(groups * local, local), [=](nd_item<1> it) {
        using in_group = atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::work_group>;
        using in_system = atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::system>;
        in_group(p[3 + it.get_group(0)]).fetch_add(1, memory_order::acq_rel);
        atomic<std::uint32_t>(p[0]).fetch_add(1);
        in_system(p[1]).fetch_add(1, memory_order::acq_rel);
        std::uint32_t seen = in_system(p[2]).load();
        while (!in_system(p[2]).compare_exchange_weak(seen, seen + 1, memory_order::seq_cst)) {
        }
    });
    const auto n = static_cast<std::uint32_t>(groups * local);
    std::vector<std::uint32_t> model(groups + 3, local);
    model[0] = model[1] = model[2] = n;
    expect_equal(counters.read(), model);
}

/// A kernel says in host memory how far it is, and the host reads what it released before each step while it runs.
/// Stores only: read-modify-writes of host memory are atomic to the host where the bus has them alone.
TEST_F(Atomic, HostSeesWhatASystemWideReleasePublishes) {
    if (!q.get_device().has(aspect::usm_host_allocations)) GTEST_SKIP() << "the device has no host allocations";
    constexpr std::uint32_t steps = 1000;
    auto* const reached = malloc_host<std::uint32_t>(1, q);
    auto* const data = malloc_host<std::uint32_t>(steps, q);
    *reached = 0;
    std::fill_n(data, steps, 0u);
    q.single_task([=] {
        for (std::uint32_t i = 0; i < steps; ++i) {
            data[i] = 3 * i + 1;
            atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::system>(*reached).store(
                i + 1, memory_order::release);
        }
    });
    std::uint32_t seen = 0, wrong = 0;
    const auto look = [&] {
        for (const std::uint32_t now = __atomic_load_n(reached, __ATOMIC_ACQUIRE); seen < now; ++seen) {
            wrong += data[seen] != 3 * seen + 1;
        }
    };
    // Some drivers start work only when it is waited for.
    const auto enough = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    while (seen < steps && std::chrono::steady_clock::now() < enough) look();
    q.wait();
    look();
    if (computes()) {
        EXPECT_EQ(seen, steps);
        EXPECT_EQ(wrong, 0u);
    }
    free(reached, q);
    free(data, q);
}

constexpr std::uint32_t group_items = 32, groups = 200, launched = groups * group_items;

/// The last group to arrive adds up what all others wrote before they arrived: what one-launch reductions rest on. How
/// many came, and the sum.
/// `hand_on` is called with each work-item between its write and the counting of its group, `count` with the counter,
/// `take_over` with each work-item behind that, and `see` by the one that adds.
template <class HandOn, class Count, class TakeOver, class See>
std::vector<std::uint32_t> seen_by_the_last_group(queue& q, HandOn hand_on, Count count, TakeOver take_over, See see) {
    buffer<std::uint32_t> parts(q, launched), total(q, std::vector<std::uint32_t>{0, 0});
    std::uint32_t *const p = parts.get(), *const t = total.get();
    q.submit([&](handler& h) {
        const local_accessor<std::uint32_t> last(range<1>(1), h);
        h.parallel_for(nd_range<1>(launched, group_items), [=](nd_item<1> it) {
            p[it.get_global_id(0)] = static_cast<std::uint32_t>(it.get_global_id(0));
            hand_on(it);
            if (it.get_local_id(0) == 0) last[0] = count(t[0]) == groups - 1;
            take_over(it);
            if (last[0] && it.get_local_id(0) == 0) {
                see();
                std::uint32_t sum = 0;
                for (std::size_t i = 0; i < launched; ++i) sum += p[i];
                t[1] = sum;
            }
        });
    });
    return total.read();
}

const std::vector<std::uint32_t> all_groups{groups, launched / 2 * (launched - 1)};

TEST_F(Atomic, AcquireReleaseHandsPlainWritesOn) {
    const auto fence = [] { atomic_fence(memory_order::acq_rel, memory_scope::device); };
    const auto fence_and_barrier = [=](const nd_item<1>& it) {
        fence();
        group_barrier(it.get_group());
    };
    const auto barrier = [](const nd_item<1>& it) { group_barrier(it.get_group()); };
    const auto count = [](std::uint32_t& t) { return atomic<std::uint32_t>(t).fetch_add(1, memory_order::acq_rel); };
    expect_equal(seen_by_the_last_group(q, fence_and_barrier, count, barrier, fence), all_groups);
}

/// By barriers that reach beyond their group, round a relaxed operation.
TEST_F(Atomic, BarriersOfTheDeviceHandPlainWritesOn) {
    const auto barrier = [](const nd_item<1>& it) { group_barrier(it.get_group(), memory_scope::device); };
    const auto count = [](std::uint32_t& t) { return atomic<std::uint32_t>(t).fetch_add(1); };
    expect_equal(seen_by_the_last_group(q, barrier, count, barrier, [] {}), all_groups);
}

TEST_F(Atomic, HistogramInLocalMemory) {
    constexpr std::size_t local = 128, bins = 16, n = local * 40;
    std::vector<std::uint8_t> host(n);
    for (auto& v : host) v = static_cast<std::uint8_t>(random() % bins);
    buffer<std::uint8_t> values(q, host);
    buffer<std::uint32_t> out(q, std::vector<std::uint32_t>(bins, 0));
    const std::uint8_t* const v = values.get();
    std::uint32_t* const o = out.get();
    q.submit([&](handler& h) {
        const local_accessor<std::uint32_t> count(range<1>(bins), h);
        h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0);
            if (l < bins) count[l] = 0;
            group_barrier(it.get_group());
            atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::work_group>(count[v[it.get_global_id(0)]])
                .fetch_add(1);
            group_barrier(it.get_group());
            if (l < bins) atomic<std::uint32_t>(o[l]).fetch_add(count[l]);
        });
    });
    std::vector<std::uint32_t> model(bins, 0);
    for (const std::uint8_t b : host) ++model[b];
    expect_equal(out.read(), model);
}

}  // namespace
}  // namespace ndweave::conformance
