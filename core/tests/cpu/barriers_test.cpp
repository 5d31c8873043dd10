// Barriers in every control-flow shape that a region-splitting compiler can get wrong.
#include <vector>

#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

constexpr std::size_t groups = 5;

class Barriers : public EachStrategy {
protected:
    /// Runs `kernel(nd_item<1>, int* local, int* out)` with `local_size` ints of local memory a group; every work-item
    /// has one element of the result.
    template <class Kernel>
    std::vector<int> run(std::size_t local_size, const Kernel& kernel) {
        shared_array<int> out(groups * local_size, q, -1);
        int* const o = out.data();
        q.submit([&](handler& h) {
            local_accessor<int> s(range<1>(local_size), h);
            h.parallel_for(nd_range<1>(groups * local_size, local_size), properties(),
                           [=](nd_item<1> it) { kernel(it, s.get_pointer(), o); });
        });
        return {o, o + out.size()};
    }

    /// Sizes around sub-groups and vectors.
    static constexpr std::size_t sizes[] = {1, 2, 3, 16, 33, 100, 256};
};

TEST_P(Barriers, WorkInStraightLineCode) {
    for (const std::size_t n : sizes) {
        const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
            const int l = int(it.get_local_id(0));
            s[l] = 3 * l;
            group_barrier(it.get_group());
            o[it.get_global_id(0)] = s[int(n) - 1 - l] + l;
        });
        for (std::size_t i = 0; i < out.size(); ++i) {
            const int l = int(i % n);
            ASSERT_EQ(out[i], 3 * (int(n) - 1 - l) + l) << n << " " << i;
        }
    }
}

TEST_P(Barriers, WorkInATreeReduction) {
    const std::size_t n = 256;
    const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
        const std::size_t l = it.get_local_id(0);
        s[l] = int(it.get_global_id(0));
        for (std::size_t half = n / 2; half > 0; half /= 2) {
            group_barrier(it.get_group());
            if (l < half) s[l] += s[l + half];
        }
        group_barrier(it.get_group());
        o[it.get_global_id(0)] = s[0];
    });
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int first = int(i / n * n);
        ASSERT_EQ(out[i], int(n) * first + int(n * (n - 1) / 2));
    }
}

TEST_P(Barriers, ValueDefinedBeforeBarrierInLoopAndUsedAfter) {
    const std::size_t n = 33;
    const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
        const int l = int(it.get_local_id(0));
        int carried = l, sum = 0;
        for (int i = 0; i < 5; ++i) {
            const int before = carried * 3 + i;
            s[l] = before;
            group_barrier(it.get_group());
            sum += before + s[(l + 1) % int(n)];
            group_barrier(it.get_group());
            carried = before - i * l;
        }
        o[it.get_global_id(0)] = sum;
    });
    std::vector<int> carried(n), before(n), sum(n);
    for (int l = 0; l < int(n); ++l) carried[l] = l;
    for (int i = 0; i < 5; ++i) {
        for (std::size_t l = 0; l < n; ++l) before[l] = carried[l] * 3 + i;
        for (std::size_t l = 0; l < n; ++l) sum[l] += before[l] + before[(l + 1) % n];
        for (std::size_t l = 0; l < n; ++l) carried[l] = before[l] - i * int(l);
    }
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], sum[i % n]) << i;
}

TEST_P(Barriers, MayStandUnderUniformConditions) {
    for (const int mode : {0, 1, 2, 3}) {
        const std::size_t n = 17;
        const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
            const int l = int(it.get_local_id(0)), next = (l + 1) % int(n);
            int v = l;
            s[l] = v;
            if (mode & 1) {
                group_barrier(it.get_group());
                v += s[next];
                if (mode & 2) {
                    group_barrier(it.get_group());
                    s[l] = v;
                    group_barrier(it.get_group());
                    v += s[next];
                }
            } else if (it.get_group(0) % 2) {
                v *= 2;
                group_barrier(it.get_group());
                v += 10 * s[next];
            }
            o[it.get_global_id(0)] = v;
        });
        for (std::size_t i = 0; i < out.size(); ++i) {
            const int l = int(i % n), a = (l + 1) % int(n), b = (a + 1) % int(n);
            int v = l;
            if (mode & 1) {
                v += a;
                if (mode & 2) v += a + b;
            } else if (i / n % 2) {
                v = 2 * l + 10 * a;
            }
            ASSERT_EQ(out[i], v) << "mode " << mode << " work-item " << i;
        }
    }
}

TEST_P(Barriers, MayStandInNestedUniformLoops) {
    const std::size_t n = 24;
    const int outer = 3;
    const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
        const std::size_t l = it.get_local_id(0);
        int v = int(l);
        for (int i = 0; i < outer; ++i) {
            for (int j = 0; j <= i; ++j) {
                s[l] = v;
                group_barrier(it.get_group());
                v += s[(l + 5) % n] - j;
                group_barrier(it.get_group());
            }
            if (i == 1) {
                s[l] = 2 * v;
                group_barrier(it.get_group());
                v = s[n - 1 - l];
                group_barrier(it.get_group());
            }
        }
        o[it.get_global_id(0)] = v;
    });
    std::vector<int> v(n), s(n);
    for (std::size_t l = 0; l < n; ++l) v[l] = int(l);
    for (int i = 0; i < outer; ++i) {
        for (int j = 0; j <= i; ++j) {
            s = v;
            for (std::size_t l = 0; l < n; ++l) v[l] += s[(l + 5) % n] - j;
        }
        s = v;
        for (std::size_t l = 0; i == 1 && l < n; ++l) v[l] = 2 * s[n - 1 - l];
    }
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], v[i % n]) << i;
}

TEST_P(Barriers, OwnTripCountButEqualBarriers) {
    const std::size_t n = 40;
    const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
        const int l = int(it.get_local_id(0));
        s[l] = 0;
        for (int i = 0; i < 2 + l; ++i) {
            s[l] += i;
            if (i < 2) group_barrier(it.get_group());
        }
        o[it.get_global_id(0)] = s[l];
    });
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int l = int(i % n);
        ASSERT_EQ(out[i], (1 + l) * (2 + l) / 2) << i;
    }
}

TEST_P(Barriers, EarlyReturnAfterUniformTest) {
    const std::size_t n = 20;
    const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
        const std::size_t l = it.get_local_id(0);
        s[l] = int(l);
        group_barrier(it.get_group());
        if (it.get_group(0) == 2) return;
        const int v = s[(l + 1) % n];
        group_barrier(it.get_group());
        s[l] = 2 * v;
        group_barrier(it.get_group());
        o[it.get_global_id(0)] = s[(l + 1) % n];
    });
    for (std::size_t i = 0; i < out.size(); ++i) {
        ASSERT_EQ(out[i], i / n == 2 ? -1 : 2 * int((i % n + 2) % n)) << i;
    }
}

TEST_P(Barriers, KeepPrivateArrays) {
    const std::size_t n = 19;
    const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
        const std::size_t l = it.get_local_id(0);
        int mine[8];
        for (int i = 0; i < 8; ++i) mine[i] = int(l) * i;
        s[l] = mine[l % 8];
        group_barrier(it.get_group());
        mine[(l + 1) % 8] += s[(l + 1) % n];
        group_barrier(it.get_group());
        int sum = 0;
        for (int i = 0; i < 8; ++i) sum += mine[i] * (i + 1);
        o[it.get_global_id(0)] = sum;
    });
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t l = i % n, next = (l + 1) % n;
        int sum = 0;
        for (int k = 0; k < 8; ++k) {
            sum += (int(l) * k + (k == int((l + 1) % 8) ? int(next * (next % 8)) : 0)) * (k + 1);
        }
        ASSERT_EQ(out[i], sum) << i;
    }
}

[[gnu::noinline]] int neighbour_sum(const nd_item<1>& it, int* s, int v) {
    const std::size_t l = it.get_local_id(0), n = it.get_local_range(0);
    s[l] = v;
    group_barrier(it.get_group());
    const int sum = s[(l + 1) % n] + s[(l + n - 1) % n];
    group_barrier(it.get_group());
    return sum;
}

TEST_P(Barriers, MayStandInCalledFunctions) {
    const std::size_t n = 32;
    const auto out = run(n, [=](nd_item<1> it, int* s, int* o) {
        int v = int(it.get_local_id(0));
        for (int i = 0; i < 3; ++i) v = neighbour_sum(it, s, v);
        o[it.get_global_id(0)] = v;
    });
    std::vector<int> v(n), old;
    for (std::size_t l = 0; l < n; ++l) v[l] = int(l);
    for (int i = 0; i < 3; ++i) {
        old = v;
        for (std::size_t l = 0; l < n; ++l) v[l] = old[(l + 1) % n] + old[(l + n - 1) % n];
    }
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], v[i % n]) << i;
}

TEST_P(Barriers, TransposeInTwoAndThreeDimensions) {
    const range<2> local2(4, 7);
    shared_array<int> out(2 * 3 * local2.size(), q);
    int* o = out.data();
    q.submit([&](handler& h) {
        local_accessor<int, 2> s(range<2>(7, 4), h);
        h.parallel_for(nd_range<2>(range<2>(8, 21), local2), properties(), [=](nd_item<2> it) {
            s[it.get_local_id(1)][it.get_local_id(0)] = int(it.get_local_linear_id());
            group_barrier(it.get_group());
            o[it.get_group_linear_id() * 28 + it.get_local_linear_id()] = s.get_pointer()[it.get_local_linear_id()];
        });
    });
    for (int i = 0; i < int(out.size()); ++i) ASSERT_EQ(out[i], i % 28 % 4 * 7 + i % 28 / 4) << i;

    shared_array<int> cube(4 * 60, q);
    o = cube.data();
    q.submit([&](handler& h) {
        local_accessor<int, 3> s(range<3>(3, 4, 5), h);
        h.parallel_for(nd_range<3>(range<3>(6, 4, 10), range<3>(3, 4, 5)), properties(), [=](nd_item<3> it) {
            s[it.get_local_id(0)][it.get_local_id(1)][it.get_local_id(2)] = int(it.get_local_linear_id());
            group_barrier(it.get_group());
            const id<3> mirror(2 - it.get_local_id(0), 3 - it.get_local_id(1), 4 - it.get_local_id(2));
            o[it.get_group_linear_id() * 60 + it.get_local_linear_id()] = s[mirror];
        });
    });
    for (int i = 0; i < int(cube.size()); ++i) ASSERT_EQ(cube[i], 59 - i % 60) << i;
}

INSTANTIATE_TEST_SUITE_P(Cpu, Barriers, barrier_strategies, name_of_parameter);

}  // namespace
}  // namespace ndweave::tests
