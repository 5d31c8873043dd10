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

/// The queue's scratch memory during a reduction: counters of finished groups, zero between launches, and for each
/// reduction one or more slots of 16 bytes a group.
struct reduction_scratch {
    static constexpr std::size_t slot = 16;     // bytes
    static constexpr std::size_t blocks = 256;  // at most, of partial results that are combined first
    static constexpr std::size_t header = slot * (1 + blocks);

    unsigned char* memory;

    template <class T>
    T* partials(std::size_t first_slot, std::size_t groups) const {
        const std::size_t offset = header + slot * groups * first_slot;
        return reinterpret_cast<T*>(memory + (offset + alignof(T) - 1) / alignof(T) * alignof(T));
    }

    /// Counts one whose partial results are written. Returns whether it is the last of so many that share the counter,
    /// which then sees the results of all.
    bool count(std::size_t counter, std::size_t members) const {
        atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device> finished(
            *reinterpret_cast<std::uint32_t*>(memory + slot * counter));
        __ndweave_fence(static_cast<std::uint32_t>(memory_scope::device));
        const bool last = finished.fetch_add(1) + 1 == members;
        __ndweave_fence(static_cast<std::uint32_t>(memory_scope::device));
        if (last) finished.store(0);
        return last;
    }

    /// How many partial results one group combines. Of many groups those of a block are combined first, by its last
    /// group, so that neither the counter nor the last group of all holds up the others.
    static std::size_t block_size(std::size_t groups) {
        const std::size_t most = on_gpu() ? 4096 : blocks;
        return groups > most ? (groups + blocks - 1) / blocks : groups;
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

/// `op` of the values of a group's work-items, also in `*place`, which they all may have read before. Values that are
/// too wide for the group's scratch are combined by shuffles, and sub-group after sub-group in `*place`.
template <class Group, class T, class Op>
T reduce_into(const Group& g, T* place, const T& x, Op op) {
    if constexpr (is_group_value<T>) {
        const T total = reduce_over_group(g, x, op);
        if (g.get_local_linear_id() == 0) *place = total;
        return total;
    } else {
        const sub_group sub = sub_group_of(g.get_local_linear_range());
        const T part = reduce_sub_group(sub, x, op);
        const std::size_t subs = sub.get_group_linear_range();
        for (std::size_t s = 0; s < subs; ++s) {
            __ndweave_barrier();
            if (s == sub.get_group_linear_id() && sub.leader()) *place = s == 0 ? part : combined(op, *place, part);
        }
        __ndweave_barrier();
        return *place;
    }
}

/// Combines the work-items of a group and, in the last groups, all groups. Called by all work-items of every group.
template <class Group, class... Targets, class Reducers, std::size_t... K>
void finish_by_group(const Group& g, const reduction_scratch& scratch, const std::tuple<Targets...>& targets,
                     const Reducers& sums, std::index_sequence<K...>) {
    const std::size_t groups = g.get_group_linear_range(), lid = g.get_local_linear_id();
    const auto write_partials = [&](const auto& target, const auto& sum, std::size_t slot) {
        for (std::size_t e = 0; e < target.elements; ++e) {
            using T = std::remove_cvref_t<decltype(sum.value(e))>;
            T* const partials = scratch.partials<T>(slot, groups) + e * groups;
            reduce_into(g, partials + g.get_group_linear_id(), sum.value(e), target.op);
        }
    };
    (write_partials(std::get<K>(targets), std::get<K>(sums), slots_before<Targets...>(K)), ...);
    // Partial results stand `step` apart; those of a block are combined into its first.
    for (std::size_t member = g.get_group_linear_id(), count = groups, step = 1;;) {
        const std::size_t size = scratch.block_size(count), block = member / size, first = block * size;
        const std::size_t members = first + size < count ? size : count - first;
        const bool is_all = size == count;
        std::uint32_t last = 0;
        if (lid == 0) last = scratch.count(is_all ? 0 : 1 + block, members);
        if (!group_broadcast(g, last)) return;
        const auto combine_partials = [&](const auto& target, std::size_t slot) {
            for (std::size_t e = 0; e < target.elements; ++e) {
                auto sum = target.make_reducer();
                using T = typename decltype(sum)::value_type;
                T* const partials = scratch.partials<T>(slot, groups) + e * groups + first * step;
                for (std::size_t i = lid; i < members; i += g.get_local_linear_range()) sum.combine(partials[i * step]);
                const T total = reduce_into(g, partials, sum.value(), target.op);
                if (is_all && lid == 0) target.finish(e, total);
            }
        };
        (combine_partials(std::get<K>(targets), slots_before<Targets...>(K)), ...);
        if (is_all) return;
        member = block;
        count = (count + size - 1) / size;
        step *= size;
    }
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
    if (!scratch.count(0, groups)) return;
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
