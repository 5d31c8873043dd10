/// sycl_ext_oneapi_non_uniform_groups: core's parts of sub-groups, under SYCL's names.
#pragma once

#include "ndweave/ext/non_uniform_groups.hpp"

namespace sycl::ext::oneapi::experimental {

namespace this_kernel = ndweave::ext::oneapi::experimental::this_kernel;

using ndweave::ext::oneapi::experimental::ballot_group;
using ndweave::ext::oneapi::experimental::binary_partition;
using ndweave::ext::oneapi::experimental::chunk;
using ndweave::ext::oneapi::experimental::chunked_partition;
using ndweave::ext::oneapi::experimental::fixed_size_group;
using ndweave::ext::oneapi::experimental::fragment;
using ndweave::ext::oneapi::experimental::get_ballot_group;
using ndweave::ext::oneapi::experimental::get_fixed_size_group;
using ndweave::ext::oneapi::experimental::is_fixed_topology_group;
using ndweave::ext::oneapi::experimental::is_fixed_topology_group_v;
using ndweave::ext::oneapi::experimental::is_user_constructed_group;
using ndweave::ext::oneapi::experimental::is_user_constructed_group_v;
using ndweave::ext::oneapi::experimental::opportunistic_group;

}  // namespace sycl::ext::oneapi::experimental
