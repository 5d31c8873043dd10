// Group algorithms against plain loops, for work-groups and sub-groups of whole and odd sizes.
#include <algorithm>
#include <vector>

#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

constexpr std::size_t sizes[] = {1, 2, 15, 16, 17, 31, 32, 33, 100, 256};
constexpr std::size_t groups = 3;

/// 16 bytes, not a number.
struct extremes {
    double least, greatest;
    friend bool operator==(const extremes&, const extremes&) = default;
};
struct widen {
    extremes operator()(const extremes& a, const extremes& b) const {
        return {a.least < b.least ? a.least : b.least, a.greatest > b.greatest ? a.greatest : b.greatest};
    }
};

class GroupAlgorithms : public EachStrategy {
protected:
    /// The results of `kernel(nd_item, x, ~result)` for random inputs.
    template <class T, class R = T, class Kernel>
    std::vector<R> run(const std::vector<T>& x, std::size_t local, const Kernel& kernel) {
        shared_array<T> in(x.size(), q);
        shared_array<R> out(x.size(), q);
        std::copy(x.begin(), x.end(), in.data());
        const T* const i = in.data();
        R* const o = out.data();
        q.parallel_for(nd_range<1>(x.size(), local), properties(),
                       [=](nd_item<1> it) { o[it.get_global_id(0)] = kernel(it, i[it.get_global_id(0)]); });
        return {o, o + x.size()};
    }

    std::vector<int> random_ints(std::size_t n) {
        std::vector<int> x(n);
        for (int& v : x) v = int(random.below(2001)) - 1000;
        return x;
    }

    random_source random;
};

TEST_P(GroupAlgorithms, ReduceOverWorkGroups) {
    for (const std::size_t n : sizes) {
        const std::vector<int> x = random_ints(groups * n);
        const auto sum = run(x, n, [](nd_item<1> it, int v) { return reduce_over_group(it.get_group(), v, plus<>()); });
        const auto most =
            run(x, n, [](nd_item<1> it, int v) { return reduce_over_group(it.get_group(), v, 900, maximum<int>()); });
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto first = x.begin() + i / n * n;
            int expected = 0, greatest = 900;
            for (auto p = first; p < first + n; ++p) {
                expected += *p;
                greatest = std::max(greatest, *p);
            }
            ASSERT_EQ(sum[i], expected) << n << " " << i;
            ASSERT_EQ(most[i], greatest) << n << " " << i;
        }
    }
}

TEST_P(GroupAlgorithms, ReduceSixteenByteValues) {
    for (const std::size_t n : sizes) {
        std::vector<extremes> x(groups * n);
        for (extremes& e : x) e = {double(random.below(1000)), double(random.below(1000))};
        const auto out =
            run(x, n, [](nd_item<1> it, const extremes& e) { return reduce_over_group(it.get_group(), e, widen()); });
        for (std::size_t i = 0; i < x.size(); ++i) {
            extremes expected = x[i / n * n];
            for (std::size_t k = 1; k < n; ++k) expected = widen()(expected, x[i / n * n + k]);
            ASSERT_EQ(out[i], expected) << n << " " << i;
        }
    }
}

TEST_P(GroupAlgorithms, ScanWorkGroups) {
    for (const std::size_t n : sizes) {
        const std::vector<int> x = random_ints(groups * n);
        const auto inclusive =
            run(x, n, [](nd_item<1> it, int v) { return inclusive_scan_over_group(it.get_group(), v, plus<>()); });
        const auto exclusive =
            run(x, n, [](nd_item<1> it, int v) { return exclusive_scan_over_group(it.get_group(), v, 5, plus<>()); });
        int sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (i % n == 0) sum = 0;
            ASSERT_EQ(exclusive[i], sum + 5) << n << " " << i;
            sum += x[i];
            ASSERT_EQ(inclusive[i], sum) << n << " " << i;
        }
    }
}

TEST_P(GroupAlgorithms, BroadcastAndVotesOfWorkGroups) {
    for (const std::size_t n : sizes) {
        const std::vector<int> x = random_ints(groups * n);
        const std::size_t source = n / 2;
        const auto told = run(x, n, [=](nd_item<1> it, int v) { return group_broadcast(it.get_group(), v, source); });
        const auto votes = run(x, n, [](nd_item<1> it, int v) {
            const auto g = it.get_group();
            return any_of_group(g, v > 950) + 2 * all_of_group(g, v > -990) + 4 * none_of_group(g, v == 0);
        });
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto first = x.begin() + i / n * n, last = first + n;
            ASSERT_EQ(told[i], first[source]);
            const int expected = std::any_of(first, last, [](int v) { return v > 950; }) +
                                 2 * std::all_of(first, last, [](int v) { return v > -990; }) +
                                 4 * std::none_of(first, last, [](int v) { return v == 0; });
            ASSERT_EQ(votes[i], expected) << n << " " << i;
        }
    }
}

TEST_P(GroupAlgorithms, JointAlgorithmsShareOutTheElements) {
    const std::size_t n = 48, count = 1001;
    const std::vector<int> x = random_ints(count);
    shared_array<int> in(count, q), out(groups * n, q);
    std::copy(x.begin(), x.end(), in.data());
    const int* const i = in.data();
    int* const o = out.data();
    q.parallel_for(nd_range<1>(groups * n, n), properties(), [=](nd_item<1> it) {
        const auto g = it.get_group();
        const int sum = joint_reduce(g, i, i + count, plus<>());
        o[it.get_global_id(0)] = sum + joint_any_of(g, i, i + count, [](int v) { return v == 2000; });
    });
    int sum = 0;
    for (int v : x) sum += v;
    for (std::size_t k = 0; k < out.size(); ++k) ASSERT_EQ(out[k], sum);
}

TEST_P(GroupAlgorithms, JointScansGoOnFromTileToTile) {
    for (const std::size_t n : {1, 7, 48}) {
        for (const std::size_t count : {0, 1, 47, 48, 49, 500}) {
            const std::vector<int> x = random_ints(count);
            shared_array<int> in(count + 1, q), out(4 * count + 1, q), ends(1, q);
            std::copy(x.begin(), x.end(), in.data());
            const int* const i = in.data();
            int *const o = out.data(), *const e = ends.data();
            q.parallel_for(nd_range<1>(n, n), properties(), [=](nd_item<1> it) {
                const auto g = it.get_group();
                const int* const end = joint_inclusive_scan(g, i, i + count, o, plus<>());
                joint_inclusive_scan(g, i, i + count, o + count, maximum<int>(), 5);
                joint_exclusive_scan(g, i, i + count, o + 2 * count, 100, plus<>());
                joint_exclusive_scan(g, i, i + count, o + 3 * count, plus<>());
                if (g.leader()) *e = static_cast<int>(end - o);
            });
            EXPECT_EQ(ends[0], static_cast<int>(count));
            int sum = 0, most = 5;
            for (std::size_t k = 0; k < count; ++k) {
                ASSERT_EQ(out[2 * count + k], 100 + sum) << n << " " << k;
                ASSERT_EQ(out[3 * count + k], sum) << n << " " << k;
                sum += x[k];
                most = std::max(most, x[k]);
                ASSERT_EQ(out[k], sum) << n << " " << k;
                ASSERT_EQ(out[count + k], most) << n << " " << k;
            }
        }
    }
}

/// First and last + 1 work-item of the sub-group of work-item `i` in groups of `n`.
std::pair<std::size_t, std::size_t> sub_group_bounds(std::size_t i, std::size_t n, std::size_t size) {
    const std::size_t group = i / n * n, first = group + (i - group) / size * size;
    return {first, std::min(first + size, group + n)};
}

TEST_P(GroupAlgorithms, SubGroupsAreConsecutive) {
    const std::size_t size = q.get_device().get_info<info::device::sub_group_sizes>().at(0);
    for (const std::size_t n : sizes) {
        const auto out = run(random_ints(groups * n), n, [](nd_item<1> it, int) {
            const sub_group s = it.get_sub_group();
            return int(s.get_local_linear_id() + 100 * s.get_group_linear_id() + 10000 * s.get_local_linear_range() +
                       1000000 * s.get_group_linear_range());
        });
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto [first, last] = sub_group_bounds(i, n, size);
            ASSERT_EQ(out[i], int(i - first + 100 * (i % n / size) + 10000 * (last - first) +
                                  1000000 * ((n + size - 1) / size)))
                << n << " " << i;
        }
    }
}

TEST_P(GroupAlgorithms, SubGroupAlgorithmsAreRight) {
    const std::size_t size = q.get_device().get_info<info::device::sub_group_sizes>().at(0);
    for (const std::size_t n : sizes) {
        const std::vector<int> x = random_ints(groups * n);
        const auto sum =
            run(x, n, [](nd_item<1> it, int v) { return reduce_over_group(it.get_sub_group(), v, plus<>()); });
        const auto scan = run(x, n, [](nd_item<1> it, int v) {
            return inclusive_scan_over_group(it.get_sub_group(), v, plus<>()) * 3 +
                   exclusive_scan_over_group(it.get_sub_group(), v, plus<>());
        });
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto [first, last] = sub_group_bounds(i, n, size);
            int total = 0, before = 0;
            for (std::size_t k = first; k < last; ++k) {
                total += x[k];
                if (k < i) before += x[k];
            }
            ASSERT_EQ(sum[i], total) << n << " " << i;
            ASSERT_EQ(scan[i], (before + x[i]) * 3 + before) << n << " " << i;
        }
    }
}

TEST_P(GroupAlgorithms, SubGroupShufflesAreRight) {
    const std::size_t size = q.get_device().get_info<info::device::sub_group_sizes>().at(0);
    for (const std::size_t n : sizes) {
        const std::vector<int> x = random_ints(groups * n);
        const auto out = run<int, double>(x, n, [](nd_item<1> it, int v) {
            const sub_group s = it.get_sub_group();
            const double d = permute_group_by_xor(s, double(v), 1);                    // 8 bytes
            const int left = shift_group_left(s, v), right = shift_group_right(s, v);  // 4 bytes
            const auto last = select_from_group(s, extremes{double(v), d}, id<1>(s.get_local_linear_range() - 1));
            return d + 3.0 * left + 7.0 * right + 11.0 * last.least;
        });
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto [first, last] = sub_group_bounds(i, n, size);
            const std::size_t other = first + ((i - first) ^ 1);
            const double expected = x[other < last ? other : i] + 3.0 * x[i + 1 < last ? i + 1 : i] +
                                    7.0 * x[i > first ? i - 1 : i] + 11.0 * x[last - 1];
            ASSERT_EQ(out[i], expected) << n << " " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, GroupAlgorithms, barrier_strategies, name_of_parameter);

}  // namespace
}  // namespace ndweave::tests
