/// SYCL 2020's names of address spaces (4.7.7.1), and of those that a barrier of SYCL 1.2.1 orders.
#pragma once

namespace ndweave::access {

enum class address_space : int { global_space, local_space, constant_space, private_space, generic_space };

/// SYCL 1.2.1, 3.5.2.2: what `nd_item::barrier` and `mem_fence` order.
enum class fence_space : int { local_space, global_space, global_and_local };

}  // namespace ndweave::access
