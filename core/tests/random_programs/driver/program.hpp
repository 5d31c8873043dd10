/// What a random program consists of. Its one source file is compiled twice: by the compiler under test against
/// ndweave, and by the host's compiler with RANDOM_PROGRAM_REFERENCE against the reference. Both times it defines a
/// table of kernels, the same but for the types of SYCL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace random_programs {

/// What a buffer holds before the kernel. `reals` are small multiples of 1/4; `list[i]` is less than i, or 0;
/// `order` is a permutation of 0 .. count - 1.
enum class content : unsigned { noise, small, reals, list, order, zero };
enum class element : unsigned { integer, real };

struct buffer {
    std::size_t count, element_bytes;
    element kind;
    content before;
};

/// Chosen anew for each iteration of a kernel: the compiler does not know them.
constexpr std::size_t number_count = 8;

/// What a kernel is started with.
struct arguments {
    void* const* buffers;
    const std::uint32_t* numbers;

    template <class T>
    T* at(std::size_t buffer) const {
        return static_cast<T*>(buffers[buffer]);
    }
};

/// What a kernel needs of its device.
struct needs {
    bool doubles, wide_atomics, barriers, sub_groups;
    std::size_t group_items, local_bytes;  // 0: not an nd-range kernel
};

template <class Queue, class Properties>
struct kernel {
    unsigned number;
    std::span<const buffer> buffers;
    needs wants;
    void (*start)(Queue&, const Properties&, const arguments&);
};

/// Runs the kernel at place `index` of the table by the reference; `backwards`: work-items in reverse order.
void run_reference(std::size_t index, const arguments&, bool backwards, std::size_t sub_group_size);

}  // namespace random_programs

#ifdef RANDOM_PROGRAM_REFERENCE
#include "queue.hpp"
#define RANDOM_PROGRAM_SIDE reference_side
namespace reference_side {
namespace sycl = reference;
}
#else
#include <ndweave/ndweave.hpp>
#define RANDOM_PROGRAM_SIDE device_side
namespace device_side {
namespace sycl = ndweave;
}
#endif

namespace RANDOM_PROGRAM_SIDE {
using kernel = random_programs::kernel<sycl::queue, sycl::kernel_properties>;
extern const std::span<const kernel> kernels;

/// For kernels that have their barriers in functions: what the work-item wrote whose element `from` is.
template <class T, class Group, class Tile>
T handed_on(const Group& group, const Tile& tile, std::size_t own, T x, std::size_t from) {
    sycl::group_barrier(group);
    tile[own] = x;
    sycl::group_barrier(group);
    return tile[from];
}
}  // namespace RANDOM_PROGRAM_SIDE

#ifdef RANDOM_PROGRAM_REFERENCE
void random_programs::run_reference(std::size_t index, const arguments& with, bool backwards,
                                    std::size_t sub_group_size) {
    reference::sub_group_size = sub_group_size;
    reference::queue q(backwards);
    reference_side::kernels[index].start(q, {}, with);
}
#endif
