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
/// reduction 16 bytes a group.
struct reduction_scratch {
    static constexpr std::size_t header = 64;
    static constexpr std::size_t bytes(std::size_t groups, std::size_t reductions) {
        return header + 16 * groups * reductions;
    }

    unsigned char* memory;

    std::uint32_t& finished() const { return *reinterpret_cast<std::uint32_t*>(memory); }
    template <class T>
    T* partials(std::size_t reduction, std::size_t groups) const {
        return reinterpret_cast<T*>(memory + header + 16 * groups * reduction);
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

/// Combines the work-items of a group and, in the last group, all groups. Called by all work-items of every group.
template <class Group, class... Targets, class Reducers, std::size_t... K>
void finish_by_group(const Group& g, const reduction_scratch& scratch, const std::tuple<Targets...>& targets,
                     const Reducers& sums, std::index_sequence<K...>) {
    const std::size_t groups = g.get_group_linear_range(), lid = g.get_local_linear_id();
    const auto write_partial = [&](const auto& target, const auto& sum, std::size_t k) {
        const auto part = reduce_over_group(g, sum.value(), target.op);
        using T = std::remove_const_t<decltype(part)>;
        if (lid == 0) scratch.partials<T>(k, groups)[g.get_group_linear_id()] = part;
    };
    (write_partial(std::get<K>(targets), std::get<K>(sums), K), ...);
    std::uint32_t last = 0;
    if (lid == 0) last = scratch.count(groups);
    if (!group_broadcast(g, last)) return;
    const auto combine_partials = [&](const auto& target, std::size_t k) {
        auto sum = target.make_reducer();
        using T = typename decltype(sum)::value_type;
        const T* const partials = scratch.partials<T>(k, groups);
        for (std::size_t i = lid; i < groups; i += g.get_local_linear_range()) sum.combine(partials[i]);
        const T total = reduce_over_group(g, sum.value(), target.op);
        if (lid == 0) target.finish(total);
    };
    (combine_partials(std::get<K>(targets), K), ...);
}

/// The same for groups of one work-item, without barriers.
template <class... Targets, class Reducers, std::size_t... K>
void finish_alone(std::size_t group, std::size_t groups, const reduction_scratch& scratch,
                  const std::tuple<Targets...>& targets, const Reducers& sums, std::index_sequence<K...>) {
    const auto write_partial = [&](const auto& sum, std::size_t k) {
        using T = std::remove_cvref_t<decltype(sum.value())>;
        scratch.partials<T>(k, groups)[group] = sum.value();
    };
    (write_partial(std::get<K>(sums), K), ...);
    if (!scratch.count(groups)) return;
    const auto combine_partials = [&](const auto& target, std::size_t k) {
        auto sum = target.make_reducer();
        using T = typename decltype(sum)::value_type;
        const T* const partials = scratch.partials<T>(k, groups);
        for (std::size_t i = 0; i < groups; ++i) sum.combine(partials[i]);
        target.finish(sum.value());
    };
    (combine_partials(std::get<K>(targets), K), ...);
}

}  // namespace ndweave::detail
