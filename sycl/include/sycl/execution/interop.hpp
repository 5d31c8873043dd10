/// Native objects of the backends (SYCL 2020, 4.5.1 and 4.10.2): core's, for SYCL's classes. No header of a vendor is
/// needed; with one included, these are its types.
#pragma once

#include "ndweave/interop.hpp"
#include "sycl/execution/queue.hpp"
#include "sycl/memory/accessor.hpp"

namespace sycl {

namespace detail {

template <class T>
struct core_class {};
template <>
struct core_class<queue> {
    using type = ndweave::queue;
};
template <>
struct core_class<device> {
    using type = ndweave::device;
};
template <>
struct core_class<context> {
    using type = ndweave::context;
};

}  // namespace detail

/// The native types of a backend; the CPU has no native objects.
template <backend Backend>
struct backend_traits {
    template <class T>
    using return_type = ndweave::backend_return_t<Backend, typename detail::core_class<T>::type>;
};
template <backend Backend, class T>
using backend_return_t = typename backend_traits<Backend>::template return_type<T>;

/// See ndweave::get_native. A context's is that of its first device.
template <backend Backend>
backend_return_t<Backend, queue> get_native(const queue& q) {
    return ndweave::get_native<Backend, ndweave::queue>(q);
}
template <backend Backend>
backend_return_t<Backend, device> get_native(const device& d) {
    return ndweave::get_native<Backend, ndweave::device>(d);
}
template <backend Backend>
backend_return_t<Backend, context> get_native(const context& c) {
    return ndweave::detail::to_native<backend_return_t<Backend, context>>(
        ndweave::detail::native_context(Backend, c.get_devices().front()));
}

/// Native objects of the queue that runs a host task; valid while the task runs. Errors as of get_native.
class interop_handle {
public:
    interop_handle() = delete;
    explicit interop_handle(const ndweave::interop_handle& core) : core_(core) {}

    backend get_backend() const { return core_.get_backend(); }

    template <backend Backend>
    backend_return_t<Backend, queue> get_native_queue() const {
        return core_.get_native_queue<Backend>();
    }
    template <backend Backend>
    backend_return_t<Backend, device> get_native_device() const {
        return core_.get_native_device<Backend>();
    }
    /// HIP has no contexts.
    template <backend Backend>
    backend_return_t<Backend, context> get_native_context() const {
        return core_.get_native_context<Backend>();
    }

    /// What the backend's calls take for memory: the address of the accessor's buffer, or memory that malloc_*
    /// gave; on OpenCL an opencl_memory.
    template <backend Backend, class T, int D, access_mode M, access::placeholder P>
    auto get_native_mem(const accessor<T, D, M, target::device, P>& a) const {
        void* const first = const_cast<std::remove_const_t<T>*>(a.get_pointer().get());
        if constexpr (Backend == backend::cpu) {
            if (get_backend() == backend::cpu) return first;  // the buffer may be memory of the program
        }
        return core_.get_native_mem<Backend>(first);
    }
    template <backend Backend>
    auto get_native_mem(void* pointer) const {
        return core_.get_native_mem<Backend>(pointer);
    }

private:
    ndweave::interop_handle core_;
};

}  // namespace sycl
