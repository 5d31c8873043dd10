/// Copies by a work-group (SYCL 2020, 4.9.1.7): what group and nd_item share.
#pragma once

#include <cstddef>
#include <type_traits>

#include "ndweave/builtins.h"

namespace ndweave {

/// SYCL 2020, 4.9.1.9: a copy of async_work_group_copy. All work-items of the group call `wait`.
class device_event {
public:
    /// Behind it, every work-item of the group sees what the copies up to here have written.
    void wait() const { __ndweave_barrier(); }
};

namespace detail {

/// What the copies take: pointers, and sycl::multi_ptr, which says in which address space it points.
template <class P>
concept says_address_space = requires { P::address_space; };

template <class T>
T* plain_pointer(T* p) {
    return p;
}
template <says_address_space P>
auto* plain_pointer(const P& p) {
    return p.get_raw();
}

/// Element `k * to_step` of the target becomes element `k * from_step` of the source. GPUs' work-items take turns; on a
/// CPU the leader copies, since its memory is read best in one run.
template <class To, class From>
void copy_by_group(To* to, const From* from, std::size_t count, std::size_t to_step, std::size_t from_step,
                   std::size_t lid, std::size_t items) {
    static_assert(std::is_trivially_copyable_v<To>, "async_work_group_copy takes trivially copyable elements");
    if (__ndweave_target() == NDWEAVE_TARGET_GPU) {
        for (std::size_t k = lid; k < count; k += items) to[k * to_step] = from[k * from_step];
    } else if (lid == 0) {
        for (std::size_t k = 0; k < count; ++k) to[k * to_step] = from[k * from_step];
    }
}

}  // namespace detail
}  // namespace ndweave
