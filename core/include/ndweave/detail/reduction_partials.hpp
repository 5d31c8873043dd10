/// The partial results of a reduction's groups, and how the last group to finish combines them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ndweave/atomic_ref.hpp"
#include "ndweave/group_algorithms.hpp"

namespace ndweave::detail {

/// The queue's scratch memory during a reduction: a counter of finished groups, zero between launches, and for each
/// reduction one or more slots of 16 bytes a group.
struct reduction_scratch {
    static constexpr std::size_t header = 64;
    static constexpr std::size_t slot = 16;  // bytes

    unsigned char* memory;

    std::uint32_t& finished() const { return *reinterpret_cast<std::uint32_t*>(memory); }
    template <class T>
    T* partials(std::size_t first_slot, std::size_t groups) const {
        return reinterpret_cast<T*>(memory + header + slot * groups * first_slot);
    }

    /// Counts a group whose partial results are written. Returns whether it is the last one, which then sees all
    /// results.
    bool count(std::size_t groups) const {
        atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device> counter(finished());
        __ndweave_fence(static_cast<std::uint32_t>(memory_scope::device));
        const bool last = counter.fetch_add(1) + 1 == groups;
        __ndweave_fence(static_cast<std::uint32_t>(memory_scope::device));
        if (last) counter.store(0);
        return last;
    }
};

/// The slots of the targets in front of the one with the number `k`.
template <class... Targets>
constexpr std::size_t slots_before(std::size_t k) {
    constexpr std::size_t slots[] = {Targets::slots...};
    std::size_t before = 0;
    while (k > 0) before += slots[--k];
    return before;
}

/// Combines the work-items of a group and, in the last group, all groups. Called by all work-items of every group.
template <class Group, class... Targets, class Reducers, std::size_t... K>
void finish_by_group(const Group& g, const reduction_scratch& scratch, const std::tuple<Targets...>& targets,
                     const Reducers& sums, std::index_sequence<K...>) {
    const std::size_t groups = g.get_group_linear_range(), lid = g.get_local_linear_id();
    const auto write_partials = [&](const auto& target, const auto& sum, std::size_t slot) {
        for (std::size_t e = 0; e < target.elements; ++e) {
            const auto part = reduce_over_group(g, sum.value(e), target.op);
            using T = std::remove_const_t<decltype(part)>;
            if (lid == 0) scratch.partials<T>(slot, groups)[e * groups + g.get_group_linear_id()] = part;
        }
    };
    (write_partials(std::get<K>(targets), std::get<K>(sums), slots_before<Targets...>(K)), ...);
    std::uint32_t last = 0;
    if (lid == 0) last = scratch.count(groups);
    if (!group_broadcast(g, last)) return;
    const auto combine_partials = [&](const auto& target, std::size_t slot) {
        for (std::size_t e = 0; e < target.elements; ++e) {
            auto sum = target.make_reducer();
            using T = typename decltype(sum)::value_type;
            const T* const partials = scratch.partials<T>(slot, groups) + e * groups;
            for (std::size_t i = lid; i < groups; i += g.get_local_linear_range()) sum.combine(partials[i]);
            const T total = reduce_over_group(g, sum.value(), target.op);
            if (lid == 0) target.finish(e, total);
        }
    };
    (combine_partials(std::get<K>(targets), slots_before<Targets...>(K)), ...);
}

/// The same for groups of one work-item, without barriers.
template <class... Targets, class Reducers, std::size_t... K>
void finish_alone(std::size_t group, std::size_t groups, const reduction_scratch& scratch,
                  const std::tuple<Targets...>& targets, const Reducers& sums, std::index_sequence<K...>) {
    const auto write_partials = [&](const auto& target, const auto& sum, std::size_t slot) {
        for (std::size_t e = 0; e < target.elements; ++e) {
            using T = std::remove_cvref_t<decltype(sum.value(e))>;
            scratch.partials<T>(slot, groups)[e * groups + group] = sum.value(e);
        }
    };
    (write_partials(std::get<K>(targets), std::get<K>(sums), slots_before<Targets...>(K)), ...);
    if (!scratch.count(groups)) return;
    const auto combine_partials = [&](const auto& target, std::size_t slot) {
        for (std::size_t e = 0; e < target.elements; ++e) {
            auto sum = target.make_reducer();
            using T = typename decltype(sum)::value_type;
            const T* const partials = scratch.partials<T>(slot, groups) + e * groups;
            for (std::size_t i = 0; i < groups; ++i) sum.combine(partials[i]);
            target.finish(e, sum.value());
        }
    };
    (combine_partials(std::get<K>(targets), slots_before<Targets...>(K)), ...);
}

}  // namespace ndweave::detail
