/// Properties of queues: SYCL 2020's (4.6.5.3), ndweave's, and those of DPC++ that programs name.
#pragma once

#include "sycl/execution/property_list.hpp"

namespace sycl {

namespace property::queue {
/// Every queue runs its commands in the order of their submission; `is_in_order` says whether the program asked for it.
struct in_order : detail::property_base {};
struct enable_profiling : detail::property_base {};
/// ndweave's: submissions to the CPU return at once (ndweave::property::queue::asynchronous).
struct asynchronous : detail::property_base {};
}  // namespace property::queue

// Hints, without effect here.
namespace ext::oneapi::property::queue {
struct discard_events : sycl::detail::property_base {};
struct priority_normal : sycl::detail::property_base {};
struct priority_low : sycl::detail::property_base {};
struct priority_high : sycl::detail::property_base {};
}  // namespace ext::oneapi::property::queue

namespace ext::intel::property::queue {
struct no_immediate_command_list : sycl::detail::property_base {};
struct immediate_command_list : sycl::detail::property_base {};
struct compute_index : sycl::detail::property_base {
    constexpr explicit compute_index(int index) : index_(index) {}
    constexpr int get_index() const { return index_; }

private:
    int index_;
};
}  // namespace ext::intel::property::queue

namespace ext::oneapi::cuda::property::queue {
struct use_default_stream : sycl::detail::property_base {};
}  // namespace ext::oneapi::cuda::property::queue

}  // namespace sycl
