/// SYCL 2020 reducers (4.9.2.3) and their reduction variables.
#pragma once

#include <type_traits>

#include "ndweave/detail/group_combination.hpp"
#include "ndweave/functional.hpp"

namespace ndweave {

namespace property::reduction {
/// The result replaces the variable's value, which otherwise is part of it.
struct initialize_to_identity {};
}  // namespace property::reduction

/// A work-item's reducer: takes contributions to the reduction.
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
            value_ = detail::combined(op_, value_, x);
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

/// A reduction variable with its operation; what `reduction` returns.
template <class T, class Op>
struct reduction_target {
    static_assert(is_group_value<T>, "a reduction variable is trivially copyable and at most 16 bytes");
    using reducer_type = reducer<T, Op>;

    T* variable;
    T identity;
    [[no_unique_address]] Op op;
    bool keep;

    reducer_type make_reducer() const { return reducer_type(*this); }
    void finish(const T& total) const { *variable = keep ? combined(op, *variable, total) : total; }
};

}  // namespace detail

}  // namespace ndweave
