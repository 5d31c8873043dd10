// Random sequences of group and sub-group operations in converged control flow (uniform loops, switches, and trip
// counts that differ from group to group), in groups of odd shapes and sub-groups of several sizes, against plain
// loops.
#include <algorithm>
#include <array>
#include <vector>

#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

enum : u32 {
    op_reduce,
    op_scans,
    op_broadcast,
    op_votes,
    op_wide_reduce,
    op_least_double,
    op_exchange,
    op_sub_reduce,
    op_sub_scans,
    op_sub_broadcast,
    op_sub_votes,
    op_select,
    op_shift_left,
    op_shift_right,
    op_xor,
    op_barriers,
    op_count
};

struct step {
    u32 op, argument;
};

/// The sequence that one group runs: the first `count` steps, one fewer in every third group.
struct program {
    std::array<step, 12> steps;
    u32 count;

    u32 count_of(std::size_t group) const { return count - (group % 3 == 1 ? 1 : 0); }
};

template <int D>
u32 run_step(const step& s, const nd_item<D>& it, u32 v, u32* local) {
    const auto g = it.get_group();
    const sub_group sg = it.get_sub_group();
    const u32 n = static_cast<u32>(g.get_local_linear_range()), l = static_cast<u32>(it.get_local_linear_id());
    const u32 lanes = sg.get_local_linear_range(), lane = sg.get_local_linear_id(), a = s.argument;
    switch (s.op) {
        case op_reduce:
            return reduce_over_group(g, v, plus<>()) + l;
        case op_scans:
            return inclusive_scan_over_group(g, v, plus<>()) ^ exclusive_scan_over_group(g, v, a, plus<>());
        case op_broadcast:
            return group_broadcast(g, v, typename decltype(g)::linear_id_type(a % n)) + l;
        case op_votes:
            return v + any_of_group(g, v % 8 == 0) + 2 * all_of_group(g, v % 8 != 0) +
                   4 * none_of_group(g, v % 64 == 5);
        case op_wide_reduce:
            return static_cast<u32>(reduce_over_group(g, u64{v} * v, plus<>()) >> 7) ^ (v + l);
        case op_least_double:
            return static_cast<u32>(reduce_over_group(g, double(v), minimum<>())) + 3 * l;
        case op_exchange: {
            local[l] = v;
            group_barrier(g);
            const u32 other = local[(l + a) % n];
            group_barrier(g);
            return v + other;
        }
        case op_sub_reduce:
            return reduce_over_group(sg, v, maximum<>()) + l;
        case op_sub_scans:
            return inclusive_scan_over_group(sg, v, plus<>()) ^ exclusive_scan_over_group(sg, v, plus<>());
        case op_sub_broadcast:
            return group_broadcast(sg, v, a % lanes) + l;
        case op_sub_votes:
            return v + any_of_group(sg, v % 8 == 0) + 2 * all_of_group(sg, v % 8 != 0) +
                   4 * none_of_group(sg, v % 64 == 5);
        case op_select:
            return v ^ select_from_group(sg, u64{v} << 3, (lane * 3 + a) % lanes);
        case op_shift_left: {  // past the end a value is not defined
            const u32 other = shift_group_left(sg, v, a % 4);
            return lane + a % 4 < lanes ? v * 3 + other : v;
        }
        case op_shift_right: {
            const u32 other = shift_group_right(sg, v, a % 4);
            return lane >= a % 4 ? v * 3 + other : v;
        }
        case op_xor: {
            const u32 other = permute_group_by_xor(sg, v, a % 4);
            return (lane ^ a % 4) < lanes ? v * 5 + other : v;
        }
        default:
            group_barrier(sg);
            group_barrier(g);
            return v + 1;
    }
}

/// What the step makes of the values of a group.
std::vector<u32> expected_step(const step& s, const std::vector<u32>& v, u32 sub_group_size) {
    const u32 n = static_cast<u32>(v.size()), a = s.argument;
    const bool of_sub_group = s.op >= op_sub_reduce && s.op != op_barriers;
    std::vector<u32> out(n);
    for (u32 l = 0; l < n; ++l) {
        const u32 first = of_sub_group ? l / sub_group_size * sub_group_size : 0;
        const u32 end = of_sub_group ? std::min(n, first + sub_group_size) : n;
        const u32 lanes = end - first, lane = l - first;
        u32 sum = 0, before = 0, most = 0, least = ~0u, eights = 0, fives = 0;
        u64 squares = 0;
        for (u32 k = first; k < end; ++k) {
            if (k < l) before += v[k];
            sum += v[k];
            squares += u64{v[k]} * v[k];
            most = std::max(most, v[k]);
            least = std::min(least, v[k]);
            eights += v[k] % 8 == 0;
            fives += v[k] % 64 == 5;
        }
        const auto of_lane = [&](u32 k) { return v[first + k]; };
        const u32 votes = v[l] + (eights != 0) + 2 * (eights == 0) + 4 * (fives == 0);
        switch (s.op) {
            case op_reduce:
                out[l] = sum + l;
                break;
            case op_scans:
                out[l] = (before + v[l]) ^ (before + a);
                break;
            case op_sub_scans:
                out[l] = (before + v[l]) ^ before;
                break;
            case op_broadcast:
            case op_sub_broadcast:
                out[l] = of_lane(a % lanes) + l;
                break;
            case op_votes:
            case op_sub_votes:
                out[l] = votes;
                break;
            case op_wide_reduce:
                out[l] = static_cast<u32>(squares >> 7) ^ (v[l] + l);
                break;
            case op_least_double:
                out[l] = least + 3 * l;
                break;
            case op_exchange:
                out[l] = v[l] + v[(l + a) % n];
                break;
            case op_sub_reduce:
                out[l] = most + l;
                break;
            case op_select:
                out[l] = v[l] ^ static_cast<u32>(u64{of_lane((lane * 3 + a) % lanes)} << 3);
                break;
            case op_shift_left:
                out[l] = lane + a % 4 < lanes ? v[l] * 3 + of_lane(lane + a % 4) : v[l];
                break;
            case op_shift_right:
                out[l] = lane >= a % 4 ? v[l] * 3 + of_lane(lane - a % 4) : v[l];
                break;
            case op_xor:
                out[l] = (lane ^ a % 4) < lanes ? v[l] * 5 + of_lane(lane ^ a % 4) : v[l];
                break;
            default:
                out[l] = v[l] + 1;
        }
    }
    return out;
}

class RandomGroupOperations : public EachStrategy {
protected:
    program random_program() {
        program p{};
        for (step& s : p.steps) s = {random.below(op_count), random.below(1000)};
        p.count = 2 + random.below(static_cast<u32>(p.steps.size()) - 1);
        return p;
    }

    template <int D>
    void check(const range<D>& groups, const range<D>& local) {
        static constexpr u32 sub_group_sizes[] = {0, 1, 2, 4, 8, 16, 32, 64};
        const std::size_t n = local.size(), items = groups.size() * n;
        const program run = random_program();
        kernel_properties how = properties();
        how.sub_group_size = sub_group_sizes[random.below(std::size(sub_group_sizes))];
        shared_array<u32> values(items, q), out(items, q);
        for (std::size_t i = 0; i < items; ++i) values[i] = random.below(100000);
        const u32* const in = values.data();
        u32* const o = out.data();
        q.submit([&](handler& h) {
            const local_accessor<u32> local_values(range<1>(n), h);
            h.use(how).parallel_for(nd_range<D>(groups * local, local), [=](nd_item<D> it) {
                const std::size_t group = it.get_group_linear_id(), i = group * n + it.get_local_linear_id();
                u32 v = in[i];
                for (u32 k = 0; k < run.count_of(group); ++k) v = run_step(run.steps[k], it, v, &local_values[0]);
                o[i] = v;
            });
        });
        const u32 size = how.sub_group_size
                             ? how.sub_group_size
                             : static_cast<u32>(q.get_device().get_info<info::device::sub_group_sizes>().at(0));
        for (std::size_t group = 0; group < groups.size(); ++group) {
            std::vector<u32> v(in + group * n, in + (group + 1) * n);
            for (u32 k = 0; k < run.count_of(group); ++k) v = expected_step(run.steps[k], v, size);
            for (std::size_t l = 0; l < n; ++l) {
                ASSERT_EQ(o[group * n + l], v[l])
                    << "group " << group << " of " << n << " work-items, " << l << ", sub-groups of " << size;
            }
        }
    }

    random_source random;
};

// One kernel each, which takes a second to compile; more by --gtest_repeat.
TEST_P(RandomGroupOperations, AgreeInOneDimension) { check<1>(4, range<1>(1 + random.below(130))); }

TEST_P(RandomGroupOperations, AgreeInTwoDimensions) { check<2>({2, 2}, {1 + random.below(12), 1 + random.below(20)}); }

TEST_P(RandomGroupOperations, AgreeInThreeDimensions) {
    check<3>({2, 1, 2}, {1 + random.below(4), 1 + random.below(5), 1 + random.below(8)});
}

INSTANTIATE_TEST_SUITE_P(Cpu, RandomGroupOperations, ::testing::Values(cpu_strategy::automatic, cpu_strategy::fiber),
                         name_of_parameter);

}  // namespace
}  // namespace ndweave::tests
