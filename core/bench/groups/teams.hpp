/// Work-items that work on a row together, in the ways that a SYCL program has for it. A page's kernel is written once,
/// for a team, which has
///
///     lane() lanes()               the work-item's number in it, and how many there are
///     reduce(x, op)                `op` over the values of all
///     inclusive_scan(x, op)        `op` over those up to and including this one, and over all
///     rank(vote)                   how many votes there are up to and including this one, and in all
///     exchange(x, mask)            the value of the work-item whose number differs in the bits of `mask`
///     broadcast(x)                 the value of the first
///
/// and `launch` of a way runs body(team, row) for each row.
#pragma once

#include <bit>

#include "page/page.hpp"

namespace ndweave::bench {

inline constexpr std::size_t team_group = 256;  // work-items of a work-group

/// What a scan gives to a work-item.
template <class T>
struct scanned {
    T value, total;
};

/// A row for each sub-group: no local memory and no barrier.
struct by_sub_group {
    struct team {
        sub_group sg;

        std::size_t lane() const { return sg.get_local_linear_id(); }
        std::size_t lanes() const { return sg.get_max_local_range()[0]; }
        template <class T, class Op>
        T reduce(T x, Op op) const {
            return reduce_over_group(sg, x, op);
        }
        template <class T, class Op>
        scanned<T> inclusive_scan(T x, Op op) const {
            x = inclusive_scan_over_group(sg, x, op);
            return {x, group_broadcast(sg, x, sg.get_local_linear_range() - 1)};
        }
        scanned<std::uint32_t> rank(bool vote) const {
            const std::uint32_t bit = 1u << lane(), ballot = reduce_over_group(sg, vote ? bit : 0, bit_or<>());
            return {count(ballot & (2 * bit - 1)), count(ballot)};
        }
        template <class T>
        T exchange(T x, std::uint32_t mask) const {
            return permute_group_by_xor(sg, x, mask);
        }
        template <class T>
        T broadcast(T x) const {
            return group_broadcast(sg, x);
        }

    private:
        static std::uint32_t count(std::uint32_t bits) { return static_cast<std::uint32_t>(std::popcount(bits)); }
    };

    template <class T, class Body>
    static void launch(queue& q, std::size_t rows, const kernel_properties& properties, const Body& body) {
        const std::size_t rows_of_group = team_group / properties.sub_group_size;
        const std::size_t groups = (rows + rows_of_group - 1) / rows_of_group;
        q.parallel_for(nd_range<1>(groups * team_group, team_group), properties, [=](nd_item<1> it) {
            const sub_group sg = it.get_sub_group();
            const std::size_t row = it.get_group(0) * sg.get_group_linear_range() + sg.get_group_linear_id();
            if (row < rows) body(team{sg}, row);
        });
    }
};

/// A row for each work-group, where a team needs memory of the group: `elements` of T.
template <template <class T> class Team, class T, class Body>
void launch_groups(queue& q, std::size_t rows, std::size_t elements, const kernel_properties& properties,
                   const Body& body) {
    q.submit([&](handler& h) {
        local_accessor<T> memory(range<1>(elements), h);
        h.parallel_for(nd_range<1>(rows * team_group, team_group), properties,
                       [=](nd_item<1> it) { body(Team<T>{it, memory}, it.get_group(0)); });
    });
}

/// A row for each work-group, whose sub-groups leave a value each in local memory, and the first combines those.
struct by_sub_groups {
    template <class T>
    struct team {
        nd_item<1> it;
        local_accessor<T> parts;

        std::size_t lane() const { return it.get_local_id(0); }
        std::size_t lanes() const { return it.get_local_range(0); }
        template <class Op>
        T reduce(T x, Op op) const {
            const sub_group sg = it.get_sub_group();
            const std::size_t number = sg.get_group_linear_id(), lane_of_sub_group = sg.get_local_linear_id();
            x = reduce_over_group(sg, x, op);
            if (sg.leader()) parts[number] = x;
            group_barrier(it.get_group());
            if (number == 0) {
                const bool is_part = lane_of_sub_group < sg.get_group_linear_range();
                x = reduce_over_group(sg, is_part ? parts[lane_of_sub_group] : known_identity_v<Op, T>, op);
                if (sg.leader()) parts[0] = x;
            }
            group_barrier(it.get_group());
            x = parts[0];
            group_barrier(it.get_group());
            return x;
        }
        template <class Op>
        scanned<T> inclusive_scan(T x, Op op) const {
            return combine_scans(inclusive_scan_over_group(it.get_sub_group(), x, op), op);
        }
        scanned<T> rank(bool vote) const {
            return combine_scans(by_sub_group::team{it.get_sub_group()}.rank(vote).value, plus<>());
        }
        T exchange(T x, std::uint32_t mask) const {
            const sub_group sg = it.get_sub_group();
            if (mask < sg.get_max_local_range()[0]) return permute_group_by_xor(sg, x, mask);
            parts[lane()] = x;
            group_barrier(it.get_group());
            x = parts[lane() ^ mask];
            group_barrier(it.get_group());
            return x;
        }
        T broadcast(T x) const { return group_broadcast(it.get_group(), x); }

    private:
        /// `x`: of a scan of each sub-group alone.
        template <class Op>
        scanned<T> combine_scans(T x, Op op) const {
            const sub_group sg = it.get_sub_group();
            const std::size_t number = sg.get_group_linear_id(), lane_of_sub_group = sg.get_local_linear_id();
            const std::size_t sub_groups = sg.get_group_linear_range();
            if (lane_of_sub_group + 1 == sg.get_local_linear_range()) parts[number] = x;
            group_barrier(it.get_group());
            if (number == 0) {
                const bool is_part = lane_of_sub_group < sub_groups;
                const T part = is_part ? parts[lane_of_sub_group] : known_identity_v<Op, T>;
                const T sum = inclusive_scan_over_group(sg, part, op);
                if (is_part) parts[lane_of_sub_group] = sum;
            }
            group_barrier(it.get_group());
            if (number > 0) x = op(parts[number - 1], x);
            const T total = parts[sub_groups - 1];
            group_barrier(it.get_group());
            return {x, total};
        }
    };

    template <class T, class Body>
    static void launch(queue& q, std::size_t rows, const kernel_properties& properties, const Body& body) {
        launch_groups<team, T>(q, rows, team_group, properties, body);
    }
};

/// A row for each work-group, through local memory with barriers between the steps: no sub-groups.
struct by_local_memory {
    template <class T>
    struct team {
        nd_item<1> it;
        local_accessor<T> values;

        std::size_t lane() const { return it.get_local_id(0); }
        std::size_t lanes() const { return it.get_local_range(0); }
        template <class Op>
        T reduce(T x, Op op) const {
            const std::size_t l = lane();
            values[l] = x;
            for (std::size_t half = lanes() / 2; half > 0; half /= 2) {
                group_barrier(it.get_group());
                if (l < half) values[l] = op(values[l], values[l + half]);
            }
            return broadcast(values[l]);
        }
        /// W. D. Hillis and G. L. Steele, "Data parallel algorithms", CACM 29(12), 1986.
        template <class Op>
        scanned<T> inclusive_scan(T x, Op op) const {
            const std::size_t l = lane();
            for (std::size_t step = 1; step < lanes(); step *= 2) {
                values[l] = x;
                group_barrier(it.get_group());
                if (l >= step) x = op(values[l - step], x);
                group_barrier(it.get_group());
            }
            values[l] = x;
            group_barrier(it.get_group());
            const T total = values[lanes() - 1];
            group_barrier(it.get_group());
            return {x, total};
        }
        scanned<T> rank(bool vote) const { return inclusive_scan(vote ? 1 : 0, plus<>()); }
        T exchange(T x, std::uint32_t mask) const {
            values[lane()] = x;
            group_barrier(it.get_group());
            x = values[lane() ^ mask];
            group_barrier(it.get_group());
            return x;
        }
        T broadcast(T x) const {
            if (lane() == 0) values[0] = x;
            group_barrier(it.get_group());
            x = values[0];
            group_barrier(it.get_group());
            return x;
        }
    };

    template <class T, class Body>
    static void launch(queue& q, std::size_t rows, const kernel_properties& properties, const Body& body) {
        launch_groups<team, T>(q, rows, team_group, properties, body);
    }
};

/// Of a page Page<Way>: rows of sub-groups of 16 and of 32 work-items, of work-groups by such sub-groups, and by local
/// memory; and the peers, compiled by -Ofast beside fast vector functions.
template <template <class Way> class Page>
void register_ways(const std::string& name, kernel_properties properties = {}) {
    register_kernel<Page<by_local_memory>>(name + "/local", properties);
    register_peers<Page<by_local_memory>>(name, properties.fast_vector_math);
    for (const std::uint32_t size : {16u, 32u}) {
        const std::string suffix = "_" + std::to_string(size);
        properties.sub_group_size = size;
        register_kernel<Page<by_sub_group>>(name + "/sub_group" + suffix, properties);
        register_kernel<Page<by_sub_groups>>(name + "/sub_groups" + suffix, properties);
    }
}

}  // namespace ndweave::bench
