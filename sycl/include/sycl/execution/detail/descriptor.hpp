/// What the descriptors of information are: tag types that name their result.
#pragma once

namespace sycl::detail {

template <class T>
struct descriptor {
    using return_type = T;
};
/// Of a device; what core does not tell.
template <class T>
struct device_descriptor : descriptor<T> {
    static constexpr bool is_sycls = true;
};

}  // namespace sycl::detail
