/// DPC++'s sycl_ext_oneapi_cuda_tex_cache_read: loads of memory that no kernel writes meanwhile.
#pragma once

namespace sycl::ext::oneapi::experimental::cuda {

/// The element at `at`, a number, vec or marray. The kernel compiler itself finds out what is only read and takes such
/// loads through the texture cache where the GPU has one.
template <class T>
T ldg(const T* at) {
    return *at;
}

}  // namespace sycl::ext::oneapi::experimental::cuda
