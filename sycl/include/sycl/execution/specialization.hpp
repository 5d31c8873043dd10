/// SYCL 2020 specialization constants (4.9.5): the kernel compiler makes their values constants of the kernel's code.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "ndweave/builtins.h"
#include "ndweave/detail/constants.hpp"
#include "ndweave/detail/kernel.hpp"

namespace sycl {

namespace detail {
struct specialization_parts;
}  // namespace detail

/// A constant and its default value: declared `constexpr` in a namespace or a class.
template <class T>
class specialization_id {
public:
    using value_type = T;

    template <class... Arguments>
    requires std::is_constructible_v<T, Arguments...>
    explicit constexpr specialization_id(Arguments&&... arguments) : value_(std::forward<Arguments>(arguments)...) {
        static_assert(std::is_trivially_copyable_v<T>,
                      "a specialization constant is of a type that a copy of bytes brings to a device");
    }
    specialization_id(const specialization_id&) = delete;
    specialization_id(specialization_id&&) = delete;
    specialization_id& operator=(const specialization_id&) = delete;
    specialization_id& operator=(specialization_id&&) = delete;

private:
    friend struct detail::specialization_parts;

    T value_;
};

namespace detail {

struct specialization_parts {
    template <class T>
    static constexpr const T& default_of(const specialization_id<T>& id) {
        return id.value_;
    }
};

template <auto& Id>
using specialization_value = typename std::remove_reference_t<decltype(Id)>::value_type;

template <auto& Id>
constexpr const char* specialization_name() {
    return __PRETTY_FUNCTION__;
}
/// The same in all files of a program. The plugin makes it a hash of the mangled name: clang's text leaves out the
/// arguments of variable templates.
template <auto& Id>
NDWEAVE_DETAIL_ANNOTATE("ndweave.specialization_key")
std::uint64_t specialization_key() noexcept {
    return ndweave::detail::constant_key(specialization_name<Id>());
}

/// The value in a set, which may be null, else the default.
template <auto& Id>
specialization_value<Id> specialization_in(const ndweave::detail::constant_set* set) {
    specialization_value<Id> value = specialization_parts::default_of(Id);
    ndweave::detail::read_constant(set, specialization_key<Id>(), &value, sizeof value);
    return value;
}

/// Says that a kernel of the program reads the constant.
class NDWEAVE_EXPORT used_specialization {
public:
    explicit used_specialization(std::uint64_t key);
    static bool is_used(std::uint64_t key);
};
template <auto& Id>
inline const used_specialization specialization_use{specialization_key<Id>()};

}  // namespace detail

/// What kernels read specialization constants from: a kernel's last parameter.
class kernel_handler {
public:
    template <auto& Id>
    detail::specialization_value<Id> get_specialization_constant() const {
        static_cast<void>(&detail::specialization_use<Id>);
        detail::specialization_value<Id> value = detail::specialization_parts::default_of(Id);
        __ndweave_specialization_constant(detail::specialization_key<Id>(), &value, sizeof value);
        return value;
    }
};

}  // namespace sycl
