/// sycl_ext_oneapi_work_group_memory and sycl_ext_oneapi_work_group_static: objects in the local memory of work-groups.
#pragma once

#include <cstddef>
#include <type_traits>

#include "ndweave/detail/declared_memory.hpp"
#include "ndweave/local_accessor.hpp"
#include "sycl/memory/multi_ptr.hpp"

#define SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY 1
#define SYCL_EXT_ONEAPI_WORK_GROUP_STATIC 1

namespace sycl::ext::oneapi::experimental {

struct indeterminate_t {};
inline constexpr indeterminate_t indeterminate;

/// An object of type T in the local memory of each work-group of the kernel that the command group launches, of
/// undetermined value. `T[]` is an array whose first extent the constructor says. Copies refer to the same object.
template <class T>
class work_group_memory {
    static constexpr bool is_unbounded = std::is_unbounded_array_v<T>;

public:
    using value_type = std::remove_all_extents_t<T>;
    static_assert(std::is_trivially_destructible_v<value_type> && std::is_trivially_default_constructible_v<value_type>,
                  "nobody makes or destroys objects in local memory: their type must be trivial");

    /// No object: others may be assigned.
    work_group_memory(const indeterminate_t&) {}
    work_group_memory(const work_group_memory&) = default;
    /// The launch throws errc::memory_allocation if the device has less local memory.
    work_group_memory(ndweave::handler& h) requires(!is_unbounded)
        : values_(ndweave::range<1>(sizeof(T) / sizeof(value_type)), h) {}
    work_group_memory(std::size_t count, ndweave::handler& h) requires is_unbounded
        : values_(ndweave::range<1>(count * (sizeof(std::remove_extent_t<T>) / sizeof(value_type))), h) {}
    work_group_memory& operator=(const work_group_memory&) = default;

    // In kernels only.

    operator T&() const { return *object(); }
    T* operator&() const { return object(); }
    const work_group_memory& operator=(const std::type_identity_t<T>& value) const requires(!std::is_array_v<T>) {
        *object() = value;
        return *this;
    }
    template <access::decorated Decorated = access::decorated::no>
    multi_ptr<value_type, access::address_space::local_space, Decorated> get_multi_ptr() const {
        return multi_ptr<value_type, access::address_space::local_space, Decorated>(values_.get_pointer());
    }

private:
    T* object() const { return reinterpret_cast<T*>(values_.get_pointer()); }

    ndweave::local_accessor<value_type, 1> values_;
};

/// A variable with static storage duration (at namespace or class scope, or `static` in a block) that kernels of
/// nd-ranges may name: each of their work-groups has an object of type T of its own, of undetermined value.
template <class T>
class work_group_static {
public:
    using value_type = std::remove_all_extents_t<T>;
    static_assert(std::is_trivially_destructible_v<value_type> && std::is_trivially_default_constructible_v<value_type>,
                  "nobody makes or destroys objects in local memory: their type must be trivial");

    constexpr work_group_static() = default;
    work_group_static(const work_group_static&) = delete;
    work_group_static& operator=(const work_group_static&) = delete;

    operator T&() const { return *object(); }
    T* operator&() const { return object(); }
    const work_group_static& operator=(const std::type_identity_t<T>& value) const requires(!std::is_array_v<T>) {
        *object() = value;
        return *this;
    }
    template <access::decorated Decorated = access::decorated::no>
    multi_ptr<value_type, access::address_space::local_space, Decorated> get_multi_ptr() const {
        return multi_ptr<value_type, access::address_space::local_space, Decorated>(
            reinterpret_cast<value_type*>(object()));
    }

private:
    T* object() const { return ndweave::detail::declared_memory<T>(this); }
};

}  // namespace sycl::ext::oneapi::experimental
