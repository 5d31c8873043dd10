/// SYCL 2020 kernel identifiers (4.11.3, 4.11.6): the kernels of the program.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "ndweave/detail/kernel_list.hpp"

namespace sycl {

namespace detail {
struct kernel_id_parts;
}  // namespace detail

class kernel_id {
public:
    kernel_id() = delete;

    /// As the compiler spells the kernel's name, or its functor's type; a lambda by its file and line.
    NDWEAVE_EXPORT const char* get_name() const noexcept;

    friend bool operator==(const kernel_id& a, const kernel_id& b) { return a.kernel_ == b.kernel_; }

private:
    friend struct detail::kernel_id_parts;
    friend struct std::hash<kernel_id>;
    explicit kernel_id(ndweave::detail::kernel_record& kernel) : kernel_(&kernel) {}

    ndweave::detail::kernel_record* kernel_;
};

namespace detail {

struct kernel_id_parts {
    static kernel_id make(ndweave::detail::kernel_record& kernel) { return kernel_id(kernel); }
    static ndweave::detail::kernel_record& kernel(const kernel_id& id) { return *id.kernel_; }
    /// The kernel of this name, as spelled_type has it. Throws errc::invalid where there is none.
    NDWEAVE_EXPORT static kernel_id named(const char* source_name);
};

}  // namespace detail

/// That of the kernel called `Name`. Throws errc::invalid where the program launches no such kernel.
template <class Name>
kernel_id get_kernel_id() {
    return detail::kernel_id_parts::named(ndweave::detail::spelled_type<Name>());
}

/// Those of all kernels that the program can launch.
NDWEAVE_EXPORT std::vector<kernel_id> get_kernel_ids();

}  // namespace sycl

template <>
struct std::hash<sycl::kernel_id> {
    std::size_t operator()(const sycl::kernel_id& id) const noexcept { return std::hash<const void*>()(id.kernel_); }
};
