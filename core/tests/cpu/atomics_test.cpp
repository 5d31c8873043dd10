// atomic_ref: no update is lost, on global and local memory, for every type and operation.
#include <algorithm>
#include <vector>

#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

template <class T, memory_order Order = memory_order::relaxed>
using device_atomic = atomic_ref<T, Order, memory_scope::device>;

class Atomics : public EachStrategy {
protected:
    template <class T>
    void expect_operations() {
        const std::size_t n = 40000;
        shared_array<T> v(5, q);
        set_out(v.data());
        T* const p = v.data();
        q.parallel_for(range<1>(n), properties(), [=](id<1> i) { operate(p, i[0]); });
        expect_counts(v.data(), n);
    }

    /// The same by the work-items of each group, in its local memory.
    template <class T>
    void expect_local_operations() {
        const std::size_t n = 2 * 509, groups = 5;
        shared_array<T> out(5 * groups, q);
        T* const o = out.data();
        q.submit([&](handler& h) {
            local_accessor<T> v(range<1>(5), h);
            h.parallel_for(nd_range<1>(groups * n, n), properties(), [=](nd_item<1> it) {
                if (it.get_group().leader()) set_out(&v[0]);
                group_barrier(it.get_group());
                operate(&v[0], it.get_local_id(0));
                group_barrier(it.get_group());
                if (it.get_local_id(0) < 5) o[5 * it.get_group(0) + it.get_local_id(0)] = v[it.get_local_id(0)];
            });
        });
        for (std::size_t g = 0; g < groups; ++g) expect_counts(o + 5 * g, n);
    }

private:
    template <class T>
    static void set_out(T* v) {
        v[0] = v[4] = T(0);
        v[1] = T(20000);
        v[2] = T(100);
        v[3] = T(30000);
    }

    template <class T>
    static void operate(T* p, std::size_t i) {
        device_atomic<T>(p[0]) += T(1);
        device_atomic<T, memory_order::acq_rel>(p[1]).fetch_sub(T(1), memory_order::acquire);
        device_atomic<T>(p[2]).fetch_max(T(i % 509), memory_order::seq_cst);
        device_atomic<T>(p[3]).fetch_min(T(7 + i % 509), memory_order::release);
        T seen = device_atomic<T>(p[4]).load();
        while (!device_atomic<T>(p[4]).compare_exchange_weak(seen, seen + T(2))) {
        }
    }

    template <class T>
    static void expect_counts(const T* v, std::size_t n) {
        EXPECT_EQ(v[0], T(n));
        EXPECT_EQ(v[1], static_cast<T>(T(20000) - T(n)));
        EXPECT_EQ(v[2], T(508));
        EXPECT_EQ(v[3], T(7));
        EXPECT_EQ(v[4], T(2 * n));
    }
};

TEST_P(Atomics, OperationsAreRightOnEveryType) {
    expect_operations<std::int32_t>();
    expect_operations<std::uint32_t>();
    expect_operations<std::int64_t>();
    expect_operations<std::uint64_t>();
    expect_operations<float>();
    expect_operations<double>();
}

TEST_P(Atomics, OperationsOnEveryTypeInLocalMemory) {
    if (GetParam() == cpu_strategy::loop) GTEST_SKIP() << "the kernel has barriers";
    expect_local_operations<std::int32_t>();
    expect_local_operations<std::uint32_t>();
    expect_local_operations<std::int64_t>();
    expect_local_operations<std::uint64_t>();
    expect_local_operations<float>();
    expect_local_operations<double>();
}

/// Counts every operation of one order and one scope at `a`, which all leave it to grow.
template <memory_order Order, memory_scope Scope>
void count_operations(unsigned* a) {
    const atomic_ref<unsigned, memory_order::relaxed, Scope> at(*a);
    at.fetch_add(2, Order, Scope);
    at.fetch_sub(1, Order, Scope);
    at.fetch_max(0, Order, Scope);
    at.fetch_or(0, Order, Scope);
    unsigned seen = at.load(detail::load_order(Order), Scope);
    while (!at.compare_exchange_strong(seen, seen + 1, Order, detail::failure_order(Order), Scope)) {
    }
    at.fetch_xor(0, Order, Scope);
    if (seen > 1000000) at.store(0, detail::store_order(Order), Scope);  // never
    atomic_fence(Order, Scope);
}

template <memory_scope Scope>
void count_orders(unsigned* a) {
    count_operations<memory_order::relaxed, Scope>(a);
    count_operations<memory_order::acquire, Scope>(a);
    count_operations<memory_order::release, Scope>(a);
    count_operations<memory_order::acq_rel, Scope>(a);
    count_operations<memory_order::seq_cst, Scope>(a);
}

TEST_P(Atomics, EveryOrderAndScopeCounts) {
    shared_array<unsigned> v(4, q);
    unsigned* const p = v.data();
    q.parallel_for(range<1>(1000), properties(), [=](id<1>) {
        count_orders<memory_scope::work_group>(p);
        count_orders<memory_scope::device>(p + 1);
        count_orders<memory_scope::system>(p + 2);
        count_orders<memory_scope::sub_group>(p + 3);
    });
    for (int i = 0; i < 4; ++i) EXPECT_EQ(v[i], 10000u) << i;  // the CPU makes every scope the system's
}

TEST_P(Atomics, EveryOrderAndScopeInLocalMemory) {
    if (GetParam() == cpu_strategy::loop) GTEST_SKIP() << "the kernel has barriers";
    const std::size_t n = 100, groups = 7;
    shared_array<unsigned> out(4 * groups, q);
    unsigned* const o = out.data();
    q.submit([&](handler& h) {
        local_accessor<unsigned> v(range<1>(4), h);
        h.parallel_for(nd_range<1>(groups * n, n), properties(), [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0);
            if (l < 4) v[l] = 0;
            group_barrier(it.get_group());
            count_orders<memory_scope::work_group>(&v[0]);
            count_orders<memory_scope::device>(&v[1]);
            count_orders<memory_scope::system>(&v[2]);
            count_orders<memory_scope::sub_group>(&v[3]);
            group_barrier(it.get_group());
            if (l < 4) o[4 * it.get_group(0) + l] = v[l];
        });
    });
    for (std::size_t i = 0; i < 4 * groups; ++i) EXPECT_EQ(out[i], 10 * n) << i;
}

/// Which bin an update hits, and what it finds there, depends on the data; every work-item walks several.
TEST_P(Atomics, LocalHistogramCountsAll) {
    if (GetParam() == cpu_strategy::loop) GTEST_SKIP() << "the kernel has barriers";
    random_source random;
    const std::size_t bins = 1 + random.below(300), size = 1 + random.below(200), groups = 6, n = 20011;
    shared_array<std::uint32_t> data(n, q), out(bins, q), ranks(n, q);
    for (std::size_t i = 0; i < n; ++i) data[i] = random.below(static_cast<std::uint32_t>(bins));
    std::uint32_t *const d = data.data(), *const o = out.data(), *const r = ranks.data();
    q.submit([&](handler& h) {
        local_accessor<std::uint32_t> count(range<1>(bins), h);
        h.parallel_for(nd_range<1>(groups * size, size), properties(), [=](nd_item<1> it) {
            for (std::size_t b = it.get_local_id(0); b < bins; b += size) count[b] = 0;
            group_barrier(it.get_group());
            for (std::size_t i = it.get_global_id(0); i < n; i += groups * size)
                r[i] = atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::work_group>(count[d[i]])++;
            group_barrier(it.get_group());
            for (std::size_t b = it.get_local_id(0); b < bins; b += size)
                device_atomic<std::uint32_t>(o[b]).fetch_add(count[b]);
        });
    });
    // In every group, the updates of a bin have found 0, 1, 2, ..
    std::vector<std::vector<std::uint32_t>> found(groups * bins);
    for (std::size_t i = 0; i < n; ++i) found[i / size % groups * bins + d[i]].push_back(r[i]);
    std::vector<std::uint32_t> total(bins);
    for (std::size_t k = 0; k < groups * bins; ++k) {
        std::sort(found[k].begin(), found[k].end());
        for (std::size_t i = 0; i < found[k].size(); ++i) ASSERT_EQ(found[k][i], i);
        total[k % bins] += static_cast<std::uint32_t>(found[k].size());
    }
    for (std::size_t b = 0; b < bins; ++b) EXPECT_EQ(o[b], total[b]) << b;
}

/// Updates by zero, which change nothing, among others, whose results nobody or somebody asks for.
TEST_P(Atomics, UpdatesByZeroAmongOthers) {
    random_source random;
    const std::size_t n = 30011;
    shared_array<std::uint32_t> by(n, q), v(6, q);
    shared_array<std::uint64_t> wide(1, q);
    std::uint32_t wanted[5] = {0, 7, 0, 0, 0}, zeros = 0;
    v[1] = 7;
    for (std::size_t i = 0; i < n; ++i) {
        by[i] = random.below(3) == 0 ? random.below(1u << 31) * 2u + random.below(2) : 0;
        zeros += by[i] == 0;
        wanted[0] += by[i];
        wanted[1] -= by[i];
        wanted[2] |= by[i] & 0x10000;
        wanted[3] ^= by[i];
        wanted[4] = std::max(wanted[4], by[i]);
    }
    const std::uint32_t* const b = by.data();
    std::uint32_t* const p = v.data();
    std::uint64_t* const w = wide.data();
    q.parallel_for(range<1>(n), properties(), [=](id<1> i) {
        device_atomic<std::uint32_t>(p[0]).fetch_add(b[i]);
        device_atomic<std::uint32_t>(p[1]) -= b[i];
        device_atomic<std::uint32_t>(p[2]).fetch_or(b[i] & 0x10000);
        device_atomic<std::uint32_t>(p[3]).fetch_xor(b[i]);
        device_atomic<std::uint32_t>(p[4]).fetch_max(b[i]);
        device_atomic<std::uint32_t>(p[5]) += b[i] == 0;
        const std::uint64_t seen = device_atomic<std::uint64_t>(*w).fetch_add(b[i] != 0);
        if (seen > n) device_atomic<std::uint64_t>(*w).store(0);  // never
    });
    for (int k = 0; k < 5; ++k) EXPECT_EQ(v[k], wanted[k]) << k;
    EXPECT_EQ(v[5], zeros);
    EXPECT_EQ(wide[0], n - zeros);
}

TEST_P(Atomics, BitsAndExchangeAreRight) {
    shared_array<std::uint32_t> v(3, q);
    v[1] = 0xffffffff;
    std::uint32_t* const p = v.data();
    q.parallel_for(range<1>(32), properties(), [=](id<1> i) {
        const std::uint32_t bit = 1u << i[0];
        device_atomic<std::uint32_t>(p[0]).fetch_or(bit);
        device_atomic<std::uint32_t>(p[1]).fetch_and(~bit);
        device_atomic<std::uint32_t>(p[2]).fetch_xor(bit | 1);
    });
    EXPECT_EQ(v[0], 0xffffffffu);
    EXPECT_EQ(v[1], 0u);
    EXPECT_EQ(v[2], 0xfffffffeu);  // bit 0 is turned 32 times
}

TEST_P(Atomics, WorkOnLocalMemory) {
    if (GetParam() == cpu_strategy::loop) GTEST_SKIP() << "the kernel has barriers";
    const std::size_t n = 100, groups = 9;
    shared_array<int> out(groups, q);
    int* const o = out.data();
    q.submit([&](handler& h) {
        local_accessor<int> count(range<1>(1), h);
        h.parallel_for(nd_range<1>(groups * n, n), properties(), [=](nd_item<1> it) {
            if (it.get_group().leader()) count[0] = 0;
            group_barrier(it.get_group());
            atomic_ref<int, memory_order::relaxed, memory_scope::work_group, access::address_space::local_space>(
                count[0])++;
            group_barrier(it.get_group());
            if (it.get_group().leader()) o[it.get_group(0)] = count[0];
        });
    });
    for (std::size_t g = 0; g < groups; ++g) EXPECT_EQ(out[g], int(n));
}

INSTANTIATE_TEST_SUITE_P(Cpu, Atomics, every_strategy, name_of_parameter);

TEST(AtomicRef, PointersMoveByElements) {
    double x[4] = {};
    double* p = x;
    device_atomic<double*> a(p);
    EXPECT_EQ(a.fetch_add(3), x);
    EXPECT_EQ(a.fetch_sub(1), x + 3);
    EXPECT_EQ(a.exchange(x), x + 2);
    double* expected = x + 1;
    EXPECT_FALSE(a.compare_exchange_strong(expected, x + 2));
    EXPECT_EQ(expected, x);
}

}  // namespace
}  // namespace ndweave::tests
