/// Kernels in forms that core's launches do not take.
#pragma once

#include <type_traits>
#include <utility>

#include "ndweave/detail/kernel.hpp"
#include "ndweave/item.hpp"
#include "ndweave/nd_item.hpp"
#include "sycl/execution/specialization.hpp"

namespace sycl::detail {

/// The name of a kernel whose functor is `F`, whatever it is wrapped in.
template <class Name, class F>
using kernel_name = std::conditional_t<std::is_same_v<Name, ndweave::detail::unnamed_kernel>, F, Name>;

/// A kernel over a range that begins at an offset (SYCL 2020, 4.9.4.2.2, deprecated).
template <class F, int D>
class offset_kernel {
public:
    offset_kernel(const F& f, ndweave::id<D> offset) : f_(f), offset_(offset) {}

    void operator()(const ndweave::item<D>& it) const {
        ndweave::detail::invoke_basic(f_, ndweave::item<D>(it.get_id() + offset_, it.get_range(), offset_));
    }

private:
    F f_;
    ndweave::id<D> offset_;
};

template <class T>
inline constexpr bool is_kernel_handler = std::is_same_v<std::remove_cvref_t<T>, kernel_handler>;

template <class... Parameters>
struct last_is_kernel_handler : std::false_type {};
template <class Last>
struct last_is_kernel_handler<Last> : std::bool_constant<is_kernel_handler<Last>> {};
template <class First, class... Others>
struct last_is_kernel_handler<First, Others...> : last_is_kernel_handler<Others...> {};

template <class Function>
struct parameters;
template <class R, class C, class... P>
struct parameters<R (C::*)(P...)> : last_is_kernel_handler<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const> : last_is_kernel_handler<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) noexcept> : last_is_kernel_handler<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const noexcept> : last_is_kernel_handler<P...> {};

/// What a kernel over the range or nd-range takes.
template <class Space>
struct index_type;
template <int D>
struct index_type<ndweave::range<D>> {
    using type = ndweave::item<D>;
};
template <int D>
struct index_type<ndweave::nd_range<D>> {
    using type = ndweave::nd_item<D>;
};
template <class Space>
using index_of = typename index_type<Space>::type;

/// Whether the functor's last parameter is a kernel_handler. Of one with several or generic call operators: whether it
/// takes one behind what a kernel takes otherwise, `Index…`.
template <class F, class... Index>
constexpr bool takes_kernel_handler() {
    if constexpr (requires { &F::operator(); }) {
        return parameters<decltype(&F::operator())>::value;
    } else {
        constexpr bool with = std::is_invocable_v<const F&, Index..., kernel_handler> ||
                              std::is_invocable_v<const F&, Index&..., kernel_handler>;
        return with && !std::is_invocable_v<const F&, Index...> && !std::is_invocable_v<const F&, Index&...>;
    }
}

/// Says that the kernel of this name takes a kernel_handler.
class NDWEAVE_EXPORT handled_kernel_name {
public:
    explicit handled_kernel_name(const char* source_name);
    /// Whether one of this name does.
    static bool has(const char* source_name);
};
template <class Name>
inline const handled_kernel_name handled_name{ndweave::detail::spelled_type<Name>()};

/// A kernel that takes a kernel_handler.
template <class F>
class handled_kernel {
public:
    explicit handled_kernel(const F& f) : f_(f) {}

    template <class... Index>
    requires std::is_invocable_v<const F&, Index..., kernel_handler> void operator()(Index&&... index) const {
        f_(std::forward<Index>(index)..., kernel_handler());
    }

private:
    F f_;
};

}  // namespace sycl::detail
