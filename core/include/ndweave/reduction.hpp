/// SYCL 2020 reductions (4.9.2): `parallel_for(range or nd_range, reduction(p, op)…, f(index, auto& sum…))`, also into
/// the elements of an array (a span), which `sum[k]` names.
///
/// One launch: every group (on the CPU every run of consecutive work-items) writes a partial result, and the last one
/// to finish combines them in the order of the groups. For a given device (with as many compute units), size and kernel
/// the result is always the same. Floating-point sums are reassociated, which reductions allow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ndweave/detail/range_reduction.hpp"
#include "ndweave/handler.hpp"

namespace ndweave {

namespace detail {

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
        call_with_index(f_, it, std::get<K>(sums)...);
        finish_by_group(it.get_group(), scratch_, targets_, sums, all);
    }

    F f_;
    reduction_scratch scratch_;
    std::tuple<Targets...> targets_;
};

/// Sets the variables of a reduction over no work-items.
template <class... Targets>
class empty_reduction {
public:
    explicit empty_reduction(const std::tuple<Targets...>& targets) : targets_(targets) {}

    void operator()() const {
        const auto set = [](const auto& target) {
            for (std::size_t k = 0; k < target.elements; ++k) target.finish(k, target.identity);
        };
        std::apply([&](const auto&... target) { (set(target), ...); }, targets_);
    }

private:
    std::tuple<Targets...> targets_;
};

template <class Arguments, std::size_t... K>
void submit_empty_reduction(handler& h, const Arguments& arguments, std::index_sequence<K...>) {
    using targets = std::tuple<std::remove_cvref_t<std::tuple_element_t<K, Arguments>>...>;
    h.single_task(empty_reduction(targets(std::get<K>(arguments)...)));
}

template <class Arguments, std::size_t... K>
inline constexpr std::size_t slots_of = (std::remove_cvref_t<std::tuple_element_t<K, Arguments>>::slots + ...);

template <class Arguments, std::size_t... K>
void expect_results(handler& h, const Arguments& arguments, std::index_sequence<K...>) {
    const auto expect = [&](const auto& target) {
        handler_access::expect_result(h, target.variable, target.elements * sizeof *target.variable);
    };
    (expect(std::get<K>(arguments)), ...);
}

constexpr std::size_t scratch_bytes(std::size_t groups, std::size_t slots) {
    const std::size_t partials = product(product(reduction_scratch::slot, groups), slots);
    return partials > SIZE_MAX - reduction_scratch::header ? SIZE_MAX : reduction_scratch::header + partials;
}

/// `arguments`: reduction targets, then the functor.
template <class Name, int D, class Arguments, std::size_t... K>
void submit_range_reduction(handler& h, const range<D>& extent, const Arguments& arguments,
                            std::index_sequence<K...> all) {
    const std::size_t points = work_items_of(extent);
    if (points == 0) return submit_empty_reduction(h, arguments, all);
    expect_results(h, arguments, all);
    using F = std::remove_cvref_t<std::tuple_element_t<sizeof...(K), Arguments>>;
    using kernel = range_reduction<F, D, std::remove_cvref_t<std::tuple_element_t<K, Arguments>>...>;
    const reduction_shape shape = handler_access::divide_reduction(h, points);
    const std::size_t bytes = scratch_bytes(shape.groups, slots_of<Arguments, K...>);
    auto* const scratch = static_cast<unsigned char*>(handler_access::scratch(h, bytes));
    h.template parallel_for<Name>(
        nd_range<1>(shape.groups * shape.local, shape.local),
        kernel(std::get<sizeof...(K)>(arguments), extent, shape.run, scratch, {std::get<K>(arguments)...}));
}

template <class Name, int D, class Arguments, std::size_t... K>
void submit_nd_reduction(handler& h, const nd_range<D>& execution, const Arguments& arguments,
                         std::index_sequence<K...> all) {
    using F = std::remove_cvref_t<std::tuple_element_t<sizeof...(K), Arguments>>;
    if (work_items_of(execution.get_global_range()) == 0) return submit_empty_reduction(h, arguments, all);
    expect_results(h, arguments, all);
    using kernel = nd_reduction<F, D, std::remove_cvref_t<std::tuple_element_t<K, Arguments>>...>;
    // The launch throws for a local range of 0.
    const std::size_t groups = execution.get_local_range().size() ? execution.get_group_range().size() : 0;
    const std::size_t bytes = scratch_bytes(groups, slots_of<Arguments, K...>);
    auto* const scratch = static_cast<unsigned char*>(handler_access::scratch(h, bytes));
    h.template parallel_for<Name>(execution,
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

template <class T>
T* reduction_variable(T* variable) {
    if (!variable)
        throw exception(errc::invalid, "a reduction into a null pointer: give it USM that the device reaches");
    return variable;
}

/// What `reduction` is: an object, which argument-dependent lookup does not find beside a function of this name
/// elsewhere, as sycl::reduction.
struct reduction_maker {
    /// Into `*variable` (USM that the device can access) with an operation of known identity. Throws errc::invalid for
    /// a null pointer.
    template <class T, class Op>
    requires has_known_identity_v<Op, T>
    reduction_target<T, Op> operator()(T* variable, Op op, reduction_options options = {}) const {
        return {reduction_variable(variable), known_identity_v<Op, T>, op, options.keep};
    }
    /// With an operation whose identity is not known: a work-item that contributes nothing costs a test.
    template <class T, class Op>
    requires(!has_known_identity_v<Op, T>)
    open_reduction_target<T, Op> operator()(T* variable, Op op, reduction_options options = {}) const {
        return {reduction_variable(variable), {op}, options.keep};
    }
    template <class T, std::size_t N, class Op>
    requires(N != std::dynamic_extent && !has_known_identity_v<Op, T>)
    open_reduction_target<T, Op, 1, N> operator()(std::span<T, N> variables, Op op,
                                                  reduction_options options = {}) const {
        return {reduction_variable(variables.data()), {op}, options.keep};
    }
    /// With any associative and commutative operation.
    template <class T, class Op>
    reduction_target<T, Op> operator()(T* variable, const std::type_identity_t<T>& identity, Op op,
                                       reduction_options options = {}) const {
        return {reduction_variable(variable), identity, op, options.keep};
    }
    /// Into the elements of `variables`, of a number that the type says. Every work-item has a copy of them, so they
    /// should be few. Throws errc::invalid for a null pointer.
    template <class T, std::size_t N, class Op>
    requires(N != std::dynamic_extent && has_known_identity_v<Op, T>)
    reduction_target<T, Op, 1, N> operator()(std::span<T, N> variables, Op op, reduction_options options = {}) const {
        return {reduction_variable(variables.data()), known_identity_v<Op, T>, op, options.keep};
    }
    template <class T, std::size_t N, class Op>
    requires(N != std::dynamic_extent)
    reduction_target<T, Op, 1, N> operator()(std::span<T, N> variables, const std::type_identity_t<T>& identity, Op op,
                                             reduction_options options = {}) const {
        return {reduction_variable(variables.data()), identity, op, options.keep};
    }
};

}  // namespace detail

inline constexpr detail::reduction_maker reduction;

}  // namespace ndweave
