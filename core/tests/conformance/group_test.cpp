/// Group algorithms of work-groups and sub-groups, and reductions.
#include <algorithm>
#include <numeric>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using Group = Conformance;
constexpr std::size_t groups = 7;

/// The results of one work-item.
struct results {
    int sum, least, inclusive, exclusive, from_third, any, all, none;
    friend bool operator==(const results&, const results&) = default;
};

std::ostream& operator<<(std::ostream& out, const results& r) {
    return out << r.sum << ' ' << r.least << ' ' << r.inclusive << ' ' << r.exclusive << ' ' << r.from_third << ' '
               << r.any << ' ' << r.all << ' ' << r.none;
}

/// The same by plain loops, for the members `first` up to `last` of a group.
void model_results(const std::vector<int>& v, std::size_t first, std::size_t last, std::vector<results>& out) {
    results r{};
    r.least = *std::min_element(&v[first], &v[first] + (last - first));
    r.sum = std::accumulate(&v[first], &v[first] + (last - first), 0);
    r.from_third = v[std::min(first + 2, last - 1)];
    r.all = 1;
    for (std::size_t i = first; i < last; ++i) {
        r.any |= v[i] > 90;
        r.all &= v[i] > 2;
    }
    r.none = !r.any;
    for (std::size_t i = first; i < last; ++i) {
        r.exclusive = r.inclusive + 100 * (i == first);
        r.inclusive += v[i];
        if (i > first) r.exclusive = r.inclusive - v[i] + 100;
        out.push_back(r);
    }
}

template <class G>
results run_algorithms(const G& g, int x, typename G::linear_id_type third) {
    results r;
    r.sum = reduce_over_group(g, x, plus<>());
    r.least = reduce_over_group(g, x, minimum<>());
    r.inclusive = inclusive_scan_over_group(g, x, plus<>());
    r.exclusive = exclusive_scan_over_group(g, x, 100, plus<>());
    r.from_third = group_broadcast(g, x, third);
    r.any = any_of_group(g, x > 90);
    r.all = all_of_group(g, x > 2);
    r.none = none_of_group(g, x > 90);
    return r;
}

std::vector<int> random_values(std::mt19937& random, std::size_t n) {
    std::vector<int> v(n);
    for (int& x : v) x = static_cast<int>(random() % 100);
    return v;
}

TEST_F(Group, AlgorithmsOfWorkGroups) {
    for (const std::size_t local : {1, 2, 5, 32, 33, 100, 256, 288, 512}) {
        const std::vector<int> host = random_values(random, local * groups);
        buffer<int> in(q, host);
        buffer<results> out(q, host.size());
        const int* const p = in.get();
        results* const o = out.get();
        q.parallel_for(nd_range<1>(host.size(), local), [=](nd_item<1> it) {
            const std::size_t third = local > 2 ? 2 : local - 1;
            o[it.get_global_id(0)] = run_algorithms(it.get_group(), p[it.get_global_id(0)], third);
        });
        std::vector<results> model;
        for (std::size_t g = 0; g < groups; ++g) model_results(host, g * local, (g + 1) * local, model);
        expect_equal(out.read(), model);
    }
}

std::uint32_t stirred(std::uint32_t x, std::size_t times) {
    for (std::size_t k = 0; k < times; ++k) x = x * 1664525u + 1013904223u;
    return x;
}

/// Parts of the group come to each algorithm at times of their own: what one of them still reads the next may not
/// write.
TEST_F(Group, AlgorithmsFollowEachOther) {
    constexpr std::size_t rounds = 60;
    const auto delay = [](std::size_t id, std::size_t round) { return (id / 32 * 7 + round * 3) % 11 * 20; };
    for (const std::size_t local : {3, 33, 128, 250, 512}) {
        const std::vector<int> host = random_values(random, local * groups);
        buffer<int> in(q, host);
        buffer<std::uint32_t> out(q, host.size());
        const int* const p = in.get();
        std::uint32_t* const o = out.get();
        q.parallel_for(nd_range<1>(host.size(), local), [=](nd_item<1> it) {
            const std::size_t id = it.get_local_linear_id();
            const auto g = it.get_group();
            auto x = static_cast<std::uint32_t>(p[it.get_global_id(0)]);
            for (std::size_t round = 0; round < rounds; ++round) {
                x = stirred(x, delay(id, round));
                const std::uint32_t most = reduce_over_group(g, x, maximum<>());
                x ^= most >> 7;
                if (round % 3 == 0) x += reduce_over_group(g, stirred(x, delay(id, round + 1)), bit_xor<>());
                if (round % 4 == 0) x += exclusive_scan_over_group(g, x, plus<>());
                x += group_broadcast(g, x, round % local);
            }
            o[it.get_global_id(0)] = x;
        });
        std::vector<std::uint32_t> model(host.begin(), host.end()), before(local);
        for (std::size_t first = 0; first < model.size(); first += local) {
            std::uint32_t* const x = &model[first];
            for (std::size_t round = 0; round < rounds; ++round) {
                for (std::size_t i = 0; i < local; ++i) x[i] = stirred(x[i], delay(i, round));
                const std::uint32_t most = *std::max_element(x, x + local);
                for (std::size_t i = 0; i < local; ++i) x[i] ^= most >> 7;
                std::uint32_t odd = 0;
                for (std::size_t i = 0; i < local; ++i) odd ^= stirred(x[i], delay(i, round + 1));
                if (round % 3 == 0) std::for_each(x, x + local, [&](std::uint32_t& value) { value += odd; });
                std::exclusive_scan(x, x + local, before.begin(), 0u);
                for (std::size_t i = 0; round % 4 == 0 && i < local; ++i) x[i] += before[i];
                const std::uint32_t one = x[round % local];
                std::for_each(x, x + local, [&](std::uint32_t& value) { value += one; });
            }
        }
        expect_equal(out.read(), model);
    }
}

TEST_F(Group, AlgorithmsOfGroupsOfTwoDimensions) {
    const std::vector<int> host = random_values(random, 4 * 6 * 6 * 15);
    buffer<int> in(q, host), sums(q, host.size());
    const int* const p = in.get();
    int* const s = sums.get();
    q.parallel_for(nd_range<2>(range<2>(4 * 6, 6 * 15), range<2>(4, 6)), [=](nd_item<2> it) {
        s[it.get_global_linear_id()] = reduce_over_group(it.get_group(), p[it.get_global_linear_id()], plus<>());
    });
    std::vector<int> model(host.size());
    for (std::size_t i = 0; i < host.size(); ++i) {
        const std::size_t x = i / 90 / 4 * 4, y = i % 90 / 6 * 6;
        for (std::size_t k = 0; k < 24; ++k) model[i] += host[(x + k / 6) * 90 + y + k % 6];
    }
    expect_equal(sums.read(), model);
}

/// The size of the device's sub-groups, as kernels see it.
std::size_t sub_group_size(queue& q) {
    buffer<std::uint32_t> size(q, std::vector<std::uint32_t>{1});
    std::uint32_t* const p = size.get();
    q.parallel_for(nd_range<1>(64, 64), [=](nd_item<1> it) {
        if (it.get_local_id(0) == 0) *p = static_cast<std::uint32_t>(it.get_sub_group().get_max_local_range()[0]);
    });
    return size.read()[0];
}

TEST_F(Group, AlgorithmsOfSubGroups) {
    const std::size_t lanes = sub_group_size(q);
    ASSERT_GE(lanes, 1u);
    for (const std::size_t local : {1, 5, 32, 40, 128}) {
        const std::vector<int> host = random_values(random, local * groups);
        buffer<int> in(q, host);
        buffer<results> out(q, host.size());
        const int* const p = in.get();
        results* const o = out.get();
        q.parallel_for(nd_range<1>(host.size(), local), [=](nd_item<1> it) {
            const sub_group sub = it.get_sub_group();
            const std::uint32_t third = sub.get_local_linear_range() > 2 ? 2 : sub.get_local_linear_range() - 1;
            o[it.get_global_id(0)] = run_algorithms(sub, p[it.get_global_id(0)], third);
        });
        std::vector<results> model;
        for (std::size_t g = 0; g < groups; ++g) {
            for (std::size_t s = 0; s < local; s += lanes) {
                model_results(host, g * local + s, g * local + std::min(s + lanes, local), model);
            }
        }
        expect_equal(out.read(), model);
    }
}

TEST_F(Group, SubGroupsHaveTheSizeThatWasAskedFor) {
    for (const std::size_t asked : q.get_device().get_info<info::device::sub_group_sizes>()) {
        kernel_properties properties;
        properties.sub_group_size = static_cast<std::uint32_t>(asked);
        const std::size_t local = std::min<std::size_t>(2 * asked, 64);
        buffer<std::uint32_t> out(q, local);
        std::uint32_t* const o = out.get();
        q.parallel_for(nd_range<1>(local, local), properties, [=](nd_item<1> it) {
            const sub_group sub = it.get_sub_group();
            o[it.get_local_id(0)] = static_cast<std::uint32_t>(sub.get_max_local_range()[0] * 10000 +
                                                               sub.get_group_id()[0] * 100 + sub.get_local_id()[0]);
        });
        std::vector<std::uint32_t> model;
        for (std::size_t i = 0; i < local; ++i) {
            model.push_back(static_cast<std::uint32_t>(asked * 10000 + i / asked * 100 + i % asked));
        }
        expect_equal(out.read(), model);
    }
}

TEST_F(Group, SubGroupsOfASizeThatThereIsNotAreRefused) {
    kernel_properties properties;
    properties.sub_group_size = 3;
    buffer<int> out(q, 64);
    int* const o = out.get();
    try {
        q.parallel_for(nd_range<1>(64, 64), properties, [=](nd_item<1> it) { o[it.get_local_id(0)] = 1; });
        ADD_FAILURE() << "was taken";
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::kernel_not_supported);
        EXPECT_NE(std::string(e.what()).find("sub-groups of 3 work-items"), std::string::npos) << e.what();
    }
}

TEST_F(Group, SubGroupBarriersOrderLocalMemory) {
    constexpr std::size_t local = 128, rounds = 20;
    buffer<std::uint32_t> out(q, local * groups);
    std::uint32_t* const o = out.get();
    q.submit([&](handler& h) {
        const local_accessor<std::uint32_t, 1> tile(range<1>(local), h);
        h.parallel_for(nd_range<1>(local * groups, local), [=](nd_item<1> it) {
            const sub_group sub = it.get_sub_group();
            const std::size_t id = it.get_local_id(0), lane = sub.get_local_linear_id();
            const std::size_t next = id - lane + (lane + 1) % sub.get_local_linear_range();
            std::uint32_t value = static_cast<std::uint32_t>(it.get_global_id(0));
            for (std::uint32_t round = 0; round < rounds; ++round) {
                if (lane % 3 == round % 3) value = value * 5 + 1;  // work-items come to the barrier by two ways
                tile[id] = value;
                group_barrier(sub);
                value = tile[next];
                group_barrier(sub);
            }
            o[it.get_global_id(0)] = value;
        });
    });
    const std::size_t lanes = sub_group_size(q);
    std::vector<std::uint32_t> model(local * groups);
    std::iota(model.begin(), model.end(), 0u);
    for (std::uint32_t round = 0; round < rounds; ++round) {
        const auto at = [&](std::size_t i) { return i % local % lanes % 3 == round % 3 ? model[i] * 5 + 1 : model[i]; };
        std::vector<std::uint32_t> moved(model.size());
        for (std::size_t i = 0; i < model.size(); ++i) {
            const std::size_t id = i % local, first = id / lanes * lanes, range = std::min(lanes, local - first);
            moved[i] = at(i - id + first + (id - first + 1) % range);
        }
        model = moved;
    }
    expect_equal(out.read(), model);
}

TEST_F(Group, ShufflesMoveValuesOfEverySize) {
    const std::size_t lanes = sub_group_size(q), local = std::max<std::size_t>(2 * lanes, 64);
    struct wide {
        double a;
        int b, c;
    };
    buffer<std::int64_t> out(q, 4 * local);
    std::int64_t* const o = out.get();
    q.parallel_for(nd_range<1>(local, local), [=](nd_item<1> it) {
        const sub_group sub = it.get_sub_group();
        const auto id = static_cast<int>(it.get_local_id(0));
        std::int64_t* const mine = o + 4 * it.get_local_id(0);
        mine[0] = select_from_group(sub, static_cast<std::uint8_t>(id), 0);
        mine[1] = permute_group_by_xor(sub, static_cast<std::int64_t>(id) << 33, 1);
        const wide w = select_from_group(sub, wide{id * 0.5, id, -id}, sub.get_max_local_range()[0] - 1);
        mine[2] = static_cast<std::int64_t>(w.a * 2) + w.b - w.c;
        mine[3] = shift_group_left(sub, id, 1);
    });
    const auto got = out.read();
    if (!computes()) return;
    for (std::size_t i = 0; i < local; ++i) {
        const std::size_t first = i / lanes * lanes, last = first + lanes - 1;
        EXPECT_EQ(got[4 * i], static_cast<std::uint8_t>(first));
        EXPECT_EQ(got[4 * i + 1], static_cast<std::int64_t>(lanes > 1 ? i ^ 1 : i) << 33);
        EXPECT_EQ(got[4 * i + 2], static_cast<std::int64_t>(3 * last));
        if (i < last) {
            EXPECT_EQ(got[4 * i + 3], static_cast<std::int64_t>(i + 1));
        }
    }
}

TEST_F(Group, JointAlgorithmsShareTheWorkOut) {
    const std::vector<int> host = random_values(random, 1013);
    buffer<int> in(q, host), out(q, 5);
    const int* const p = in.get();
    int* const o = out.get();
    q.parallel_for(nd_range<1>(96, 96), [=](nd_item<1> it) {
        const int sum = joint_reduce(it.get_group(), p, p + 1013, 10, plus<>());
        const bool any = joint_any_of(it.get_group(), p, p + 1013, [](int x) { return x > 1000; });
        const bool all = joint_all_of(it.get_group(), p, p + 1013, [](int x) { return x >= 0; });
        const bool none = joint_none_of(it.get_group(), p, p + 1013, [](int x) { return x < 0; });
        const bool none_at_all =
            joint_none_of(it.get_group(), p, p + 1013, [last = p[1012]](int x) { return x == last; });
        if (it.get_local_id(0) == 95) {
            o[0] = sum;
            o[1] = any;
            o[2] = all;
            o[3] = none;
            o[4] = none_at_all;
        }
    });
    expect_equal(out.read(), {std::accumulate(host.begin(), host.end(), 10), 0, 1, 1, 0});
}

TEST_F(Group, ReductionsOverRangesAreExact) {
    for (const std::size_t n : {1, 3, 255, 1000, 65537, 1000003}) {
        const std::vector<int> host = random_values(random, n);
        buffer<int> in(q, host);
        buffer<std::int64_t> sum(q, std::vector<std::int64_t>{1000});
        buffer<int> most(q, std::vector<int>{-5});
        const int* const p = in.get();
        q.parallel_for(range<1>(n), reduction(sum.get(), plus<>()), reduction(most.get(), maximum<>()),
                       [=](id<1> i, auto& s, auto& m) {
                           s += p[i];
                           m.combine(p[i]);
                       });
        expect_equal(sum.read(), {std::accumulate(host.begin(), host.end(), std::int64_t{1000})});
        expect_equal(most.read(), {*std::max_element(host.begin(), host.end())});
    }
}

}  // namespace
}  // namespace ndweave::conformance
