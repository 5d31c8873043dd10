/// Native objects of the backends (SYCL 2020, 4.5.1 and 4.10.2), for calls of the vendors' libraries on ndweave's
/// queues and memory. No header of a vendor is needed; with one included, these are its types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ndweave/device.hpp"
#include "ndweave/queue.hpp"

// As the vendors' headers declare them.
struct CUctx_st;
struct CUstream_st;
struct ihipStream_t;
struct _cl_command_queue;
struct _cl_context;
struct _cl_device_id;
struct _cl_mem;

namespace ndweave {

/// Stands for the backend's context in backend_traits; ndweave has none of its own.
class context;

/// Memory of an OpenCL device: `buffer` and the offset in bytes from its start, or, on devices whose memory is shared
/// virtual memory, the address `svm` and no buffer.
struct opencl_memory {
    _cl_mem* buffer;
    std::size_t offset;
    void* svm;
};

namespace detail {

/// The native type of T, a queue, device or context.
template <backend, class T>
struct native_type {};
template <>
struct native_type<backend::cuda, queue> {
    using type = CUstream_st*;  // CUstream, cudaStream_t
};
template <>
struct native_type<backend::cuda, device> {
    using type = int;  // CUdevice
};
template <>
struct native_type<backend::cuda, context> {
    using type = CUctx_st*;  // CUcontext
};
template <>
struct native_type<backend::hip, queue> {
    using type = ihipStream_t*;  // hipStream_t
};
template <>
struct native_type<backend::hip, device> {
    using type = int;  // hipDevice_t
};
template <>
struct native_type<backend::opencl, queue> {
    using type = _cl_command_queue*;
};
template <>
struct native_type<backend::opencl, device> {
    using type = _cl_device_id*;
};
template <>
struct native_type<backend::opencl, context> {
    using type = _cl_context*;
};
template <class T>
struct native_type<backend::cpu, T> {
    using type = void*;
};
template <class T>
struct native_type<backend::null, T> {
    using type = void*;
};

class queue_core;
struct interop_access;

// These throw errc::backend_mismatch if the device's backend is not the wanted one, and errc::feature_not_supported if
// the backend has no such object. Numbers are passed in the pointer's place.
NDWEAVE_EXPORT void* native_handle(backend wanted, const queue&);
NDWEAVE_EXPORT void* native_handle(backend wanted, const device&);
NDWEAVE_EXPORT void* native_context(backend wanted, const device&);
NDWEAVE_EXPORT void* native_handle(backend wanted, queue_core&, const queue*);
NDWEAVE_EXPORT void* native_handle(backend wanted, queue_core&, const device*);
NDWEAVE_EXPORT void* native_handle(backend wanted, queue_core&, const context*);
NDWEAVE_EXPORT void* native_memory(backend wanted, queue_core&, void* pointer);
NDWEAVE_EXPORT opencl_memory native_opencl_memory(queue_core&, void* pointer);
NDWEAVE_EXPORT backend backend_of(const queue_core&);

template <class Native>
Native to_native(void* handle) {
    if constexpr (std::is_integral_v<Native>) {
        return static_cast<Native>(reinterpret_cast<std::intptr_t>(handle));
    } else {
        return static_cast<Native>(handle);
    }
}

}  // namespace detail

/// The native types of a backend (SYCL 2020, 4.5.1.1). The CPU has no native objects.
template <backend Backend>
struct backend_traits {
    template <class T>
    using return_type = typename detail::native_type<Backend, T>::type;
};

/// The native type behind T: CUDA's stream and device number, HIP's, OpenCL's command queue and device.
template <backend Backend, class T>
using backend_return_t = typename backend_traits<Backend>::template return_type<T>;

/// The native object behind a queue or device (SYCL 2020, 4.5.1.2). It stays ndweave's and must not be released. Work
/// that is enqueued to a native queue runs behind what was submitted before and in front of what is submitted later;
/// queue::wait covers it. CUDA, HIP: also makes the device the calling thread's current one, as the vendors' libraries
/// expect. Throws errc::backend_mismatch for a device of another backend, errc::feature_not_supported
/// where the backend has no such object.
template <backend Backend, class T>
requires(std::is_same_v<T, queue> || std::is_same_v<T, device>)
backend_return_t<Backend, T> get_native(const T& object) {
    return detail::to_native<backend_return_t<Backend, T>>(detail::native_handle(Backend, object));
}

/// Native objects of the queue that runs a host task (SYCL 2020, 4.10.2); valid while the task runs. Errors as of
/// get_native.
class interop_handle {
public:
    backend get_backend() const { return detail::backend_of(*queue_); }

    template <backend Backend>
    backend_return_t<Backend, queue> get_native_queue() const {
        return handle<Backend, queue>();
    }
    template <backend Backend>
    backend_return_t<Backend, device> get_native_device() const {
        return handle<Backend, device>();
    }
    /// HIP has no contexts.
    template <backend Backend>
    backend_return_t<Backend, context> get_native_context() const {
        return handle<Backend, context>();
    }

    /// What the backend's calls take for memory that malloc_* gave: the address; on OpenCL an opencl_memory. Throws
    /// errc::invalid for a pointer that is not into memory of the queue's device.
    template <backend Backend>
    auto get_native_mem(void* pointer) const {
        if constexpr (Backend == backend::opencl) {
            return detail::native_opencl_memory(*queue_, pointer);
        } else {
            return detail::native_memory(Backend, *queue_, pointer);
        }
    }

private:
    friend struct detail::interop_access;
    explicit interop_handle(detail::queue_core& queue) : queue_(&queue) {}

    template <backend Backend, class T>
    backend_return_t<Backend, T> handle() const {
        return detail::to_native<backend_return_t<Backend, T>>(
            detail::native_handle(Backend, *queue_, static_cast<const T*>(nullptr)));
    }

    detail::queue_core* queue_;
};

namespace detail {

/// Makes the handles that host tasks get.
struct interop_access {
    static interop_handle make(queue_core& queue) { return interop_handle(queue); }
};

}  // namespace detail

}  // namespace ndweave
