// Sub-groups that go ways of their own in a work-group: conditions and trip counts that differ by sub-group, operations
// and barriers of sub-groups in them, and the group's barriers before and behind.
#include <algorithm>
#include <vector>

#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

struct group_shape {
    std::size_t planes, rows, columns;

    std::size_t items() const { return planes * rows * columns; }
};

/// Sizes that are multiples of a sub-group and such that are not, smaller ones among them.
constexpr group_shape shapes[] = {{1, 1, 64}, {1, 1, 100}, {1, 1, 5}, {1, 7, 9}, {3, 5, 7}, {2, 4, 16}};
constexpr u32 sub_group_sizes[] = {8, 16, 32, 64};
constexpr std::size_t groups = 3;

/// Where a work-item stands.
struct place {
    place(std::size_t item, std::size_t group_items, u32 sub_group_size)
        : group(u32(item / group_items)),
          items(u32(group_items)),
          size(sub_group_size),
          sub_group(u32(item % items) / size),
          lane(u32(item % items) % size),
          first(sub_group * size),
          lanes(std::min(size, items - first)) {}

    /// Of the same group.
    place of(u32 linear_id) const { return {std::size_t{group} * items + linear_id, items, size}; }

    u32 group, items, size, sub_group, lane;
    u32 first, lanes;  // of the sub-group: linear id of its first work-item, and how many it has
};

class SubGroupWays : public testing::TestWithParam<cpu_strategy> {
protected:
    void SetUp() override {
        if (GetParam() == cpu_strategy::cbs && !reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    }

    /// Runs `kernel(nd_item<3>, u32* local, u32* out)` in groups of each shape and sub-groups of each size. Each
    /// work-item has an element of `out`, which must become `expected(place)`.
    template <class Kernel, class Expected>
    void check(const Kernel& kernel, const Expected& expected) {
        for (const group_shape& shape : shapes) {
            for (const u32 size : sub_group_sizes) check(shape, size, kernel, expected);
        }
    }

private:
    template <class Kernel, class Expected>
    void check(const group_shape& shape, u32 size, const Kernel& kernel, const Expected& expected) {
        const std::size_t items = shape.items();
        shared_array<u32> out(groups * items, q, 77);
        u32* const o = out.data();
        const range<3> local(shape.planes, shape.rows, shape.columns);
        q.submit([&](handler& h) {
            local_accessor<u32> s(range<1>(items), h);
            h.parallel_for(nd_range<3>(range<3>(groups * shape.planes, shape.rows, shape.columns), local),
                           kernel_properties{.strategy = GetParam(), .sub_group_size = size},
                           [=](nd_item<3> it) { kernel(it, s.get_pointer(), o + it.get_group_linear_id() * items); });
        });
        for (std::size_t i = 0; i < groups * items; ++i) {
            ASSERT_EQ(out[i], expected(place(i, items, size)))
                << "work-item " << i << " of groups of " << items << ", sub-groups of " << size;
        }
    }

    queue q{device("cpu")};
};

TEST_P(SubGroupWays, SkipOperations) {
    check(
        [](nd_item<3> it, u32*, u32* out) {
            const sub_group sg = it.get_sub_group();
            const u32 l = u32(it.get_local_linear_id());
            u32 v = l;
            if (sg.get_group_linear_id() % 3 != 1) {
                v = reduce_over_group(sg, v, plus<>());
                if (sg.get_local_linear_id() % 2) v += 5;
                v = inclusive_scan_over_group(sg, v, plus<>());
            }
            out[l] = v;
        },
        [](const place& p) {
            if (p.sub_group % 3 == 1) return p.first + p.lane;
            const u32 sum = p.lanes * p.first + p.lanes * (p.lanes - 1) / 2;
            return (p.lane + 1) * sum + (p.lane + 1) / 2 * 5;
        });
}

TEST_P(SubGroupWays, IterateUnequallyOften) {
    check(
        [](nd_item<3> it, u32* s, u32* out) {
            const sub_group sg = it.get_sub_group();
            const u32 l = u32(it.get_local_linear_id()), lanes = sg.get_local_linear_range();
            const u32 lane = sg.get_local_linear_id(), items = u32(it.get_group().get_local_linear_range());
            u64 v = l;
            for (u32 k = 0; k < sg.get_group_linear_id() % 4 + it.get_group_linear_id(); ++k) {
                v = select_from_group(sg, v, (lane + 1) % lanes);
            }
            s[l] = u32(v);
            group_barrier(it.get_group());
            u32 other = s[items - 1 - l];
            if (sg.get_group_linear_id() != 0) other += group_broadcast(sg, 100 * l, 0);
            out[l] = other;
        },
        [](const place& p) {
            const place other = p.of(p.items - 1 - (p.first + p.lane));
            const u32 trips = other.sub_group % 4 + other.group;
            return other.first + (other.lane + trips) % other.lanes + 100 * p.first;
        });
}

TEST_P(SubGroupWays, ExchangeThroughMemory) {
    check(
        [](nd_item<3> it, u32* s, u32* out) {
            const sub_group sg = it.get_sub_group();
            const u32 l = u32(it.get_local_linear_id()), lane = sg.get_local_linear_id();
            const u32 first = l - lane, lanes = sg.get_local_linear_range();
            u32 v = 3 * l;
            for (u32 k = 0; k < sg.get_group_linear_id(); ++k) {
                s[l] = v;
                group_barrier(sg);
                v = s[first + lanes - 1 - lane] + 1;
                group_barrier(sg);
            }
            out[l] = v;
        },
        [](const place& p) { return 3 * (p.first + (p.sub_group % 2 ? p.lanes - 1 - p.lane : p.lane)) + p.sub_group; });
}

INSTANTIATE_TEST_SUITE_P(Cpu, SubGroupWays, barrier_strategies, name_of_parameter);

}  // namespace
}  // namespace ndweave::tests
