/// SYCL 2020 reductions (4.9.2): `parallel_for(range or nd_range, reduction(p, op)…, f(index, auto& sum…))`.
///
/// One launch: every group (on the CPU every run of consecutive work-items) writes a partial result, and the last one
/// to finish combines them in the order of the groups. For a given device, size and kernel the result is always the
/// same. Floating-point sums are reassociated, which reductions allow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ndweave/atomic_ref.hpp"
#include "ndweave/group_algorithms.hpp"
#include "ndweave/handler.hpp"

namespace ndweave {

namespace property::reduction {
/// The result replaces the variable's value, which otherwise is part of it.
struct initialize_to_identity {};
}  // namespace property::reduction

/// The work-item's hand on a reduction: takes contributions.
template <class T, class Op>
class reducer {
public:
    using value_type = T;
    using binary_operation = Op;

    template <class Target>
    explicit reducer(const Target& target) : value_(target.identity), identity_(target.identity), op_(target.op) {}
    reducer(const reducer&) = delete;
    reducer& operator=(const reducer&) = delete;

    reducer& combine(const T& x) {
        if constexpr (std::is_floating_point_v<T> && detail::is_object<plus, Op, T>) {
#if defined(__clang__)
#pragma clang fp reassociate(on)
#endif
            value_ = value_ + x;
        } else {
            value_ = op_(value_, x);
        }
        return *this;
    }
    T identity() const { return identity_; }
    const T& value() const { return value_; }

    reducer& operator+=(const T& x) requires detail::is_object<plus, Op, T> { return combine(x); }
    reducer& operator++() requires detail::is_object<plus, Op, T> { return combine(T(1)); }
    reducer& operator*=(const T& x) requires detail::is_object<multiplies, Op, T> { return combine(x); }
    reducer& operator&=(const T& x) requires detail::is_object<bit_and, Op, T> { return combine(x); }
    reducer& operator|=(const T& x) requires detail::is_object<bit_or, Op, T> { return combine(x); }
    reducer& operator^=(const T& x) requires detail::is_object<bit_xor, Op, T> { return combine(x); }

private:
    T value_, identity_;
    [[no_unique_address]] Op op_;
};

namespace detail {

struct reduction_options {
    constexpr reduction_options() = default;
    constexpr reduction_options(property::reduction::initialize_to_identity) : keep(false) {}
    bool keep = true;  // the variable's old value is part of the result
};

/// Where a reduction goes; what `reduction` returns.
template <class T, class Op>
struct reduction_target {
    static_assert(is_group_value<T>, "a reduction variable is trivially copyable and at most 16 bytes");
    using reducer_type = reducer<T, Op>;

    T* variable;
    T identity;
    [[no_unique_address]] Op op;
    bool keep;

    reducer_type make_reducer() const { return reducer_type(*this); }
    void finish(const T& total) const { *variable = keep ? op(*variable, total) : total; }
};

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

    /// Counts a group whose partial results are written; whether it is the last one, which then sees all of them.
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

/// Kernel of a reduction over a range. On processors (the CPU, and those behind OpenCL) a group is one work-item that
/// runs `run_length` consecutive points; on GPUs the work-items of all groups stride over the range together.
template <class F, int D, class... Targets>
class range_reduction {
public:
    static constexpr std::size_t run_length = 8192;
    static constexpr std::size_t gpu_group = 256;
    /// Neighbouring points of a work-item on a GPU.
    static constexpr std::size_t chunk = D == 1 ? 16 / std::max<std::size_t>({4, sizeof(Targets::identity)...}) : 1;

    range_reduction(const F& f, range<D> extent, unsigned char* scratch, const std::tuple<Targets...>& targets)
        : f_(f), extent_(extent), scratch_{scratch}, targets_(targets) {}

    void operator()(const nd_item<1>& it) const { run(it, std::index_sequence_for<Targets...>()); }

private:
    template <std::size_t... K>
    void run(const nd_item<1>& it, std::index_sequence<K...> all) const {
        std::tuple<typename Targets::reducer_type...> sums(std::get<K>(targets_)...);
        const auto point = [&](std::size_t row, std::size_t x) { call(index_of(row, x), std::get<K>(sums)...); };
        if (on_gpu() && it.get_local_range(0) > 1) {
            stride(it, point);
            finish_by_group(it.get_group(), scratch_, targets_, sums, all);
        } else {
            const std::size_t group = it.get_group_linear_id();
            consecutive(group * run_length, point);
            finish_alone(group, it.get_group().get_group_linear_range(), scratch_, targets_, sums, all);
        }
    }

    /// A row is a run along the last dimension.
    id<D> index_of(std::size_t row, std::size_t x) const {
        if constexpr (D == 1) {
            return id<1>(x);
        } else if constexpr (D == 2) {
            return id<2>(row, x);
        } else {
            return id<3>(row / extent_[1], row % extent_[1], x);
        }
    }

    template <class Point>
    void consecutive(std::size_t begin, const Point& point) const {
        const std::size_t width = extent_[D - 1], end = std::min(begin + run_length, extent_.size());
        std::size_t row = D == 1 ? 0 : begin / width, x = begin - row * width;
        while (begin < end) {
            const std::size_t stop = std::min(width, x + (end - begin));
            begin += stop - x;
            if (__ndweave_target() == NDWEAVE_TARGET_LIBRARY) {
                // Ordinary compilers take the promise below for the reducers, too, while these lie in memory.
                for (; x < stop; ++x) point(row, x);
            } else {
                // Points are work-items: nothing one of them writes is another's to read.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#pragma clang loop vectorize(assume_safety)
#endif
                for (; x < stop; ++x) point(row, x);
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
            }
            x = 0;
            ++row;
        }
    }

    template <class Point>
    void stride(const nd_item<1>& it, const Point& point) const {
        if constexpr (D == 1) {
            stride_chunks(it, point);
        } else {
            stride_rows(it, point);
        }
    }

    /// Points that are 16 bytes of an array side by side are one load where the array is so aligned.
    template <class Point>
    void stride_chunks(const nd_item<1>& it, const Point& point) const {
        const std::size_t width = extent_[0], step = it.get_global_range(0), first = it.get_global_id(0);
        const std::size_t chunks = width / chunk;
        std::size_t c = first;
        // Two chunks a turn without a branch between them, so that their loads are under way together. Points of
        // several reductions tend to be long: repeated so often they do not fit the registers.
        if constexpr (chunk <= 2 && sizeof...(Targets) == 1) {
            for (; c + step < chunks; c += 2 * step) {
                for (std::size_t k = 0; k < chunk; ++k) point(0, c * chunk + k);
                for (std::size_t k = 0; k < chunk; ++k) point(0, (c + step) * chunk + k);
            }
        }
        for (; c < chunks; c += step) {
            for (std::size_t k = 0; k < chunk; ++k) point(0, c * chunk + k);
        }
        if (first < width % chunk) point(0, chunks * chunk + first);
    }

    template <class Point>
    void stride_rows(const nd_item<1>& it, const Point& point) const {
        struct position {
            std::size_t row, x;
        };
        const std::size_t width = extent_[D - 1], rows = extent_.size() / width;
        const std::size_t step = it.get_global_range(0), row_step = step / width, x_step = step % width;
        const auto next = [&](position p) {
            const bool wraps = p.x + x_step >= width;
            return position{p.row + row_step + wraps, p.x + x_step - (wraps ? width : 0)};
        };
        position p{it.get_global_id(0) / width, it.get_global_id(0) % width};
        // Four points a turn, for the same reason.
        for (;;) {
            const position second = next(p), third = next(second), fourth = next(third);
            if (fourth.row >= rows) break;
            point(p.row, p.x);
            point(second.row, second.x);
            point(third.row, third.x);
            point(fourth.row, fourth.x);
            p = next(fourth);
        }
        for (; p.row < rows; p = next(p)) point(p.row, p.x);
    }

    template <class... Reducers>
    void call(const id<D>& i, Reducers&... sums) const {
        if constexpr (std::is_invocable_v<const F&, item<D>, Reducers&...>) {
            f_(item<D>(i, extent_), sums...);
        } else {
            f_(i, sums...);
        }
    }

    F f_;
    range<D> extent_;
    reduction_scratch scratch_;
    std::tuple<Targets...> targets_;
};

/// Kernel of a reduction over an nd_range.
template <class F, int D, class... Targets>
class nd_reduction {
public:
    nd_reduction(const F& f, unsigned char* scratch, const std::tuple<Targets...>& targets)
        : f_(f), scratch_{scratch}, targets_(targets) {}

    void operator()(const nd_item<D>& it) const { run(it, std::index_sequence_for<Targets...>()); }

private:
    template <std::size_t... K>
    void run(const nd_item<D>& it, std::index_sequence<K...> all) const {
        std::tuple<typename Targets::reducer_type...> sums(std::get<K>(targets_)...);
        f_(it, std::get<K>(sums)...);
        finish_by_group(it.get_group(), scratch_, targets_, sums, all);
    }

    F f_;
    reduction_scratch scratch_;
    std::tuple<Targets...> targets_;
};

/// Launches a kernel that counts groups. A work-item that throws (library mode) leaves the count unfinished: reset it.
template <class Name, class Kernel, int D>
void launch_reduction(handler& h, const nd_range<D>& execution, unsigned char* scratch, const Kernel& kernel) {
    try {
        h.template parallel_for<Name>(execution, kernel);
    } catch (...) {
        if (h.on_host()) reduction_scratch{scratch}.finished() = 0;
        throw;
    }
}

/// `arguments`: reduction targets, then the functor.
template <class Name, int D, class Arguments, std::size_t... K>
void submit_range_reduction(handler& h, const range<D>& extent, const Arguments& arguments, std::index_sequence<K...>) {
    using F = std::remove_cvref_t<std::tuple_element_t<sizeof...(K), Arguments>>;
    using kernel = range_reduction<F, D, std::remove_cvref_t<std::tuple_element_t<K, Arguments>>...>;
    const std::size_t local = h.on_gpu() ? kernel::gpu_group : 1;
    const std::size_t share = h.on_gpu() ? kernel::gpu_group * kernel::chunk : kernel::run_length;
    std::size_t groups = (extent.size() + share - 1) / share;
    // As many as run at once: six of 256 work-items fit a multiprocessor where a work-item has at most 40 registers.
    if (h.on_gpu()) groups = std::min(groups, 6 * std::max<std::size_t>(h.compute_units(), 1));
    auto* const scratch = static_cast<unsigned char*>(h.scratch(reduction_scratch::bytes(groups, sizeof...(K))));
    launch_reduction<Name>(h, nd_range<1>(groups * local, local), scratch,
                           kernel(std::get<sizeof...(K)>(arguments), extent, scratch, {std::get<K>(arguments)...}));
}

template <class Name, int D, class Arguments, std::size_t... K>
void submit_nd_reduction(handler& h, const nd_range<D>& execution, const Arguments& arguments,
                         std::index_sequence<K...>) {
    using F = std::remove_cvref_t<std::tuple_element_t<sizeof...(K), Arguments>>;
    using kernel = nd_reduction<F, D, std::remove_cvref_t<std::tuple_element_t<K, Arguments>>...>;
    const std::size_t groups = execution.get_group_range().size();
    auto* const scratch = static_cast<unsigned char*>(h.scratch(reduction_scratch::bytes(groups, sizeof...(K))));
    launch_reduction<Name>(h, execution, scratch,
                           kernel(std::get<sizeof...(K)>(arguments), scratch, {std::get<K>(arguments)...}));
}

template <class Name, int D, class... Arguments>
void submit_reduction(handler& h, const range<D>& extent, const Arguments&... arguments) {
    submit_range_reduction<Name>(h, extent, std::forward_as_tuple(arguments...),
                                 std::make_index_sequence<sizeof...(Arguments) - 1>());
}
template <class Name, int D, class... Arguments>
void submit_reduction(handler& h, const nd_range<D>& execution, const Arguments&... arguments) {
    submit_nd_reduction<Name>(h, execution, std::forward_as_tuple(arguments...),
                              std::make_index_sequence<sizeof...(Arguments) - 1>());
}

}  // namespace detail

/// A reduction into `*variable` (USM that the device reaches) with an operation of known identity.
template <class T, class Op>
requires has_known_identity_v<Op, T>
detail::reduction_target<T, Op> reduction(T* variable, Op op, detail::reduction_options options = {}) {
    return {variable, known_identity_v<Op, T>, op, options.keep};
}
/// A reduction with any associative and commutative operation.
template <class T, class Op>
detail::reduction_target<T, Op> reduction(T* variable, const std::type_identity_t<T>& identity, Op op,
                                          detail::reduction_options options = {}) {
    return {variable, identity, op, options.keep};
}

}  // namespace ndweave
