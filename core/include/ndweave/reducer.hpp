/// SYCL 2020 reducers (4.9.2.3) and their reduction variables.
#pragma once

#include <cstddef>
#include <type_traits>

#include "ndweave/detail/group_combination.hpp"
#include "ndweave/device_copyable.hpp"
#include "ndweave/functional.hpp"

namespace ndweave {

namespace property::reduction {
/// The result replaces the variable's value, which otherwise is part of it.
struct initialize_to_identity {};
}  // namespace property::reduction

namespace detail {

/// `combined`, in whatever order of the sums of a reduction.
template <class T, class Op>
T combined_in_any_order(Op op, const T& a, const T& b) {
    if constexpr (std::is_floating_point_v<T> && is_object<plus, Op, T>) {
#if defined(__clang__)
#pragma clang fp reassociate(on)
#endif
        return a + b;
    } else {
        return combined(op, a, b);
    }
}

/// The operators of reducers and their elements, which `combine`.
template <class Self, class T, class Op>
class reducer_operators {
public:
    using value_type = T;
    using binary_operation = Op;

    Self& operator+=(const T& x) requires is_object<plus, Op, T> { return self().combine(x); }
    Self& operator++() requires is_object<plus, Op, T> { return self().combine(T(1)); }
    Self& operator++(int) requires is_object<plus, Op, T> { return ++*this; }
    Self& operator*=(const T& x) requires is_object<multiplies, Op, T> { return self().combine(x); }
    Self& operator&=(const T& x) requires is_object<bit_and, Op, T> { return self().combine(x); }
    Self& operator|=(const T& x) requires is_object<bit_or, Op, T> { return self().combine(x); }
    Self& operator^=(const T& x) requires is_object<bit_xor, Op, T> { return self().combine(x); }

private:
    Self& self() { return static_cast<Self&>(*this); }
};

/// An element of a reducer of several variables.
template <class T, class Op>
class reducer_element : public reducer_operators<reducer_element<T, Op>, T, Op> {
public:
    static constexpr int dimensions = 0;

    reducer_element(T& value, Op op) : value_(value), op_(op) {}

    reducer_element& combine(const T& x) {
        value_ = combined_in_any_order(op_, value_, x);
        return *this;
    }

private:
    T& value_;
    [[no_unique_address]] Op op_;
};

/// A value or none, with which operations begin that have no identity.
template <class T>
struct maybe {
    constexpr maybe() : nothing(), is_there(false) {}
    constexpr maybe(const T& x) : value(x), is_there(true) {}
    constexpr maybe(const maybe&) = default;
    constexpr maybe& operator=(const maybe&) requires std::is_trivially_copy_assignable_v<T> = default;
    maybe& operator=(const maybe& other) {  // std::pair
        __builtin_memcpy(static_cast<void*>(this), &other, sizeof *this);
        return *this;
    }

    union {
        char nothing;
        T value;
    };
    bool is_there;
};

template <class Op>
struct maybe_operation {
    [[no_unique_address]] Op op;

    template <class T>
    maybe<T> operator()(const maybe<T>& a, const maybe<T>& b) const {
        if (!a.is_there) return b;
        if (!b.is_there) return a;
        return combined(op, a.value, b.value);
    }
};

}  // namespace detail

/// A work-item's reducer: takes contributions to the reduction. `D` is 0: of one variable.
template <class T, class Op, int D = 0, std::size_t N = 1>
class reducer : public detail::reducer_operators<reducer<T, Op, D, N>, T, Op> {
public:
    static constexpr int dimensions = D;

    template <class Target>
    explicit reducer(const Target& target) : value_(target.identity), identity_(target.identity), op_(target.op) {}
    reducer(const reducer&) = delete;
    reducer& operator=(const reducer&) = delete;

    reducer& combine(const T& x) {
        value_ = detail::combined_in_any_order(op_, value_, x);
        return *this;
    }
    T identity() const { return identity_; }
    const T& value(std::size_t = 0) const { return value_; }

private:
    T value_, identity_;
    [[no_unique_address]] Op op_;
};

/// Of `N` variables, each of which takes contributions of its own.
template <class T, class Op, std::size_t N>
class reducer<T, Op, 1, N> {
public:
    using value_type = T;
    using binary_operation = Op;
    static constexpr int dimensions = 1;

    template <class Target>
    explicit reducer(const Target& target) : identity_(target.identity), op_(target.op) {
        for (std::size_t k = 0; k < N; ++k) values_[k] = target.identity;
    }
    reducer(const reducer&) = delete;
    reducer& operator=(const reducer&) = delete;

    detail::reducer_element<T, Op> operator[](std::size_t k) {
        __ndweave_check_index(k, N);
        return {values_[k], op_};
    }
    T identity() const { return identity_; }
    const T& value(std::size_t k) const { return values_[k]; }

private:
    T values_[N];
    T identity_;
    [[no_unique_address]] Op op_;
};

namespace detail {

/// An element of an open_reducer.
template <class T, class Op>
class open_element : public reducer_operators<open_element<T, Op>, T, Op> {
public:
    static constexpr int dimensions = 0;

    explicit open_element(reducer_element<maybe<T>, maybe_operation<Op>> element) : element_(element) {}

    open_element& combine(const T& x) {
        element_.combine(x);
        return *this;
    }

private:
    reducer_element<maybe<T>, maybe_operation<Op>> element_;
};

/// The reducer of an operation without a known identity.
template <class T, class Op, int D, std::size_t N>
class open_reducer : public reducer_operators<open_reducer<T, Op, D, N>, T, Op> {
public:
    static constexpr int dimensions = D;

    template <class Target>
    explicit open_reducer(const Target& target) : sum_(target) {}

    open_reducer& combine(const T& x) requires(D == 0) {
        sum_.combine(x);
        return *this;
    }
    open_element<T, Op> operator[](std::size_t k) requires(D == 1) { return open_element<T, Op>(sum_[k]); }
    const maybe<T>& value(std::size_t k = 0) const { return sum_.value(k); }

private:
    reducer<maybe<T>, maybe_operation<Op>, D, N> sum_;
};

struct reduction_options {
    constexpr reduction_options() = default;
    constexpr reduction_options(property::reduction::initialize_to_identity) : keep(false) {}
    bool keep = true;  // the variable's old value is part of the result
};

/// A reduction variable, or an array of `N` of them (`D` is 1), with its operation; what `reduction` returns.
template <class T, class Op, int D = 0, std::size_t N = 1>
struct reduction_target {
    static_assert(is_device_copyable_v<T>, "a reduction variable is device copyable");
    using reducer_type = reducer<T, Op, D, N>;
    static constexpr std::size_t elements = N;
    /// Units of 16 bytes that the results of a group take; some more where their alignment is greater.
    static constexpr std::size_t slots = (N * sizeof(T) + 15) / 16 + (alignof(T) > 16 ? alignof(T) / 16 : 0);

    T* variable;
    T identity;
    [[no_unique_address]] Op op;
    bool keep;

    /// Takes the groups' results of one of the variables.
    reducer<T, Op> make_reducer() const { return reducer<T, Op>(*this); }
    void finish(std::size_t k, const T& total) const { variable[k] = keep ? combined(op, variable[k], total) : total; }
};

/// The same for an operation without a known identity. What takes no contribution stays as it is.
template <class T, class Op, int D = 0, std::size_t N = 1>
struct open_reduction_target {
    static_assert(is_device_copyable_v<T>, "a reduction variable is device copyable");
    using reducer_type = open_reducer<T, Op, D, N>;
    static constexpr std::size_t elements = N;
    static constexpr std::size_t slots = reduction_target<maybe<T>, maybe_operation<Op>, D, N>::slots;

    T* variable;
    [[no_unique_address]] maybe_operation<Op> op;
    bool keep;
    maybe<T> identity = {};  // none

    reducer<maybe<T>, maybe_operation<Op>> make_reducer() const {
        return reducer<maybe<T>, maybe_operation<Op>>(*this);
    }
    void finish(std::size_t k, const maybe<T>& total) const {
        if (total.is_there) variable[k] = keep ? combined(op.op, variable[k], total.value) : total.value;
    }
};

}  // namespace detail

}  // namespace ndweave
