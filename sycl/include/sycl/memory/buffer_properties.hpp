/// Properties of buffers (SYCL 2020, 4.7.2.2).
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "sycl/execution/context.hpp"
#include "sycl/execution/property_list.hpp"

namespace sycl {

namespace property::buffer {
/// The memory that the buffer is made of is the host's copy of its contents, but in check mode.
struct use_host_ptr : detail::property_base {};
/// Locked while the buffer reads the memory that it is made of, and writes back to it.
class use_mutex : public detail::property_base {
public:
    explicit use_mutex(std::mutex& mutex) : mutex_(&mutex) {}
    std::mutex* get_mutex_ptr() const { return mutex_; }

private:
    std::mutex* mutex_;
};
class context_bound : public detail::property_base {
public:
    explicit context_bound(context c) : context_(std::move(c)) {}
    context get_context() const { return context_; }

private:
    context context_;
};
}  // namespace property::buffer

template <class T>
using buffer_allocator = std::allocator<T>;

}  // namespace sycl
