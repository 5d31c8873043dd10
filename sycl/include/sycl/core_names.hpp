/// The names of ndweave's core that are SYCL's as they stand. Declared one by one: a using-directive would make each
/// name that this folder defines itself ambiguous in programs that say `using namespace sycl`.
#pragma once

#include "ndweave/ndweave.hpp"

namespace sycl {

// Index space (4.9.1).
using ndweave::device_event;
using ndweave::group;
using ndweave::group_barrier;
using ndweave::id;
using ndweave::item;
using ndweave::nd_item;
using ndweave::nd_range;
using ndweave::range;
using ndweave::sub_group;

// Memory model (3.8.3, 4.15).
using ndweave::memory_order;
using ndweave::memory_order_acq_rel;
using ndweave::memory_order_acquire;
using ndweave::memory_order_relaxed;
using ndweave::memory_order_release;
using ndweave::memory_order_seq_cst;
using ndweave::memory_scope;
using ndweave::memory_scope_device;
using ndweave::memory_scope_sub_group;
using ndweave::memory_scope_system;
using ndweave::memory_scope_work_group;
using ndweave::memory_scope_work_item;

// Group functions and algorithms (4.17.3, 4.17.4).
using ndweave::all_of_group;
using ndweave::any_of_group;
using ndweave::exclusive_scan_over_group;
using ndweave::group_broadcast;
using ndweave::inclusive_scan_over_group;
using ndweave::is_group;
using ndweave::is_group_v;
using ndweave::joint_all_of;
using ndweave::joint_any_of;
using ndweave::joint_exclusive_scan;
using ndweave::joint_inclusive_scan;
using ndweave::joint_none_of;
using ndweave::joint_reduce;
using ndweave::none_of_group;
using ndweave::permute_group_by_xor;
using ndweave::reduce_over_group;
using ndweave::select_from_group;
using ndweave::shift_group_left;
using ndweave::shift_group_right;

// Scalar types of SYCL 1.2.1 (4.10.1).
using schar = signed char;
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;

// Function objects (4.17.2).
using ndweave::bit_and;
using ndweave::bit_or;
using ndweave::bit_xor;
using ndweave::has_known_identity;
using ndweave::has_known_identity_v;
using ndweave::known_identity;
using ndweave::known_identity_v;
using ndweave::logical_and;
using ndweave::logical_or;
using ndweave::maximum;
using ndweave::minimum;
using ndweave::multiplies;
using ndweave::plus;

namespace ext::oneapi {
using namespace ndweave::ext::oneapi;
}  // namespace ext::oneapi

}  // namespace sycl
