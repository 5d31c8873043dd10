/// How a kernel gets from the user's lambda to a device.
///
/// Every launch names a `kernel_record`. Its `entry` and `library` members are ordinary functions that any C++20
/// compiler instantiates. If clang compiles the file with the extraction plugin, the plugin clones the module, keeps
/// `entry` and what it calls, stores the bitcode beside the record and fills `name`, `bitcode`, `bitcode_size`,
/// `hash` (and sets `entry` to null: the host never calls it), and what the attributes of its functions require.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ndweave/detail/constants.hpp"
#include "ndweave/detail/requirements.hpp"
#include "ndweave/item.hpp"
#include "ndweave/nd_item.hpp"

#if defined(__clang__)
#define NDWEAVE_DETAIL_ANNOTATE(text) [[clang::annotate(text)]]
#else
#define NDWEAVE_DETAIL_ANNOTATE(text)
#endif

namespace ndweave::detail {

/// The functor's parameter, which decides the indices that the target must provide.
enum class kernel_kind : std::uint32_t {
    single_task = 0,  // f()
    basic = 1,        // f(id<D>) or f(item<D>): no groups, no barriers, no local memory
    nd_range = 2,     // f(nd_item<D>)
};

/// A box of work-items for the library executors: a work-group, or for basic kernels any part of the global range.
/// Hardware axes (0 fastest).
struct item_box {
    std::uint64_t global_range[3];
    std::uint64_t group_range[3];
    std::uint64_t group_id[3];     // nd_range kernels
    std::uint64_t global_base[3];  // first work-item of the box
    std::uint32_t local_range[3];  // extent of the box
    std::uint64_t offset[3];       // nd_range kernels: of global ids
};

/// Library mode, compiled into the host program.
struct library_entries {
    void (*loop)(const void* functor, const item_box&);  // every work-item of the box, in order, as plain loops
    void (*item)(const void* functor, const item_box&, const std::uint32_t local_id[3]);  // one work-item
};

class constant_set;          // detail/constants.hpp
struct used_device_globals;  // detail/device_global.hpp

/// One per kernel instantiation; writable because the extraction plugin rewrites its initializer and the runtime caches
/// in `slot`. The layout is read by the extraction plugin: keep the order.
struct kernel_record {
    void (*entry)(const void* functor);  // device code; read by the plugin only
    const char* name;                    // mangled name of `entry`; null without the plugin
    const void* bitcode;                 // LLVM bitcode of `entry` and what it calls
    std::uint64_t bitcode_size;          // bytes
    const char* hash;                    // SHA-256 of the bitcode, 64 hexadecimal digits
    library_entries library;
    std::uint32_t functor_size;  // bytes, with those of device globals
    kernel_kind kind;
    std::uint32_t dimensions;
    std::uint32_t required_sub_group_size;      // of attributes, filled by the plugin; 0: any
    std::uint32_t required_work_group_size[3];  // likewise, in SYCL's order
    std::uint64_t required_aspects;             // likewise, bits by the numbers of SYCL's enumerators
    const used_device_globals* device_globals;  // filled by the plugin; null: none
    void* slot;                                 // owned by the runtime: launch plans of this kernel
    const char* source_name;                    // the functor's or the kernel name's type, as the compiler spells it
    const constant_set* constants = nullptr;    // of copies that the runtime makes for launches with some
};

/// The name of kernels without a user-given name: the functor's own type is used.
struct unnamed_kernel {};

/// The compiler's spelling of a type; for a lambda with file and line.
template <class T>
constexpr const char* spelled_type() {
    return __PRETTY_FUNCTION__;
}

template <int D>
constexpr int axis_of(int dimension) {
    return D - 1 - dimension;
}

/// Says of a launch over an nd_range with an offset, as a specialization constant, that the offset stands at the end,
/// behind the functor. So kernels of others do not know of offsets, and one variant serves all values.
inline constexpr std::uint64_t offset_key = constant_key("ndweave: global ids begin at an offset");
/// How many bytes the functor has with what else its launch puts behind it, 32 bits: offsets, and device globals of
/// SYCL_EXTERNAL functions.
inline constexpr std::uint64_t extent_key = constant_key("ndweave: the functor's bytes");
inline constexpr std::size_t offset_bytes = 3 * sizeof(std::uint64_t);  // hardware axes
constexpr std::size_t offset_place(std::size_t functor_bytes) { return (functor_bytes + 7) / 8 * 8; }

/// The offset of the kernel that runs.
template <int D>
id<D> launch_offset() {
    id<D> offset;
    std::uint8_t is_there = 0;
    __ndweave_specialization_constant(offset_key, &is_there, sizeof is_there);
    if (is_there == 0) return offset;
    for (int d = 0; d < D; ++d) offset[d] = __ndweave_launch_offset(axis_of<D>(d));
    return offset;
}

/// The work-item that calls, from builtins.
template <int D>
nd_item<D> this_nd_item() {
    id<D> group_id, local_id;
    range<D> group_range, local_range;
    for (int d = 0; d < D; ++d) {
        group_id[d] = __ndweave_group_id(axis_of<D>(d));
        group_range[d] = __ndweave_group_range(axis_of<D>(d));
        local_id[d] = __ndweave_local_id(axis_of<D>(d));
        local_range[d] = __ndweave_local_range(axis_of<D>(d));
    }
    return nd_item<D>(group_id, group_range, local_id, local_range, launch_offset<D>());
}

/// Builds the index object that the functor takes, from builtins: device code.
template <class F, int D, kernel_kind Kind>
NDWEAVE_DETAIL_ANNOTATE("ndweave.kernel")
void kernel_entry(const void* functor) {
    const F& f = *static_cast<const F*>(functor);
    if constexpr (Kind == kernel_kind::single_task) {
        f();
    } else if constexpr (Kind == kernel_kind::basic) {
        id<D> index;
        range<D> extent;
        for (int d = 0; d < D; ++d) {
            index[d] = __ndweave_global_id(axis_of<D>(d));
            extent[d] = __ndweave_global_range(axis_of<D>(d));
        }
        invoke_basic(f, item<D>(index, extent));
    } else {
        call_with_index(f, this_nd_item<D>());
    }
}

// The loop of a reduction requests vectorization. A failure in library mode should not warn users.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

/// One work-item in library mode.
template <class F, int D, kernel_kind Kind>
void library_item(const void* functor, const item_box& box, const std::uint32_t local[3]) {
    const F& f = *static_cast<const F*>(functor);
    if constexpr (Kind == kernel_kind::single_task) {
        f();
    } else if constexpr (Kind == kernel_kind::basic) {
        id<D> index;
        range<D> extent;
        for (int d = 0; d < D; ++d) {
            const int a = axis_of<D>(d);
            index[d] = box.global_base[a] + local[a];
            extent[d] = box.global_range[a];
        }
        invoke_basic(f, item<D>(index, extent));
    } else {
        id<D> group_id, local_id, offset;
        range<D> group_range, local_range;
        for (int d = 0; d < D; ++d) {
            const int a = axis_of<D>(d);
            offset[d] = box.offset[a];
            group_id[d] = box.group_id[a];
            group_range[d] = box.group_range[a];
            local_id[d] = local[a];
            local_range[d] = box.local_range[a];
        }
        call_with_index(f, nd_item<D>(group_id, group_range, local_id, local_range, offset));
    }
}

/// All work-items of a box as plain loops, for kernels without barriers.
template <class F, int D, kernel_kind Kind>
void library_loop(const void* functor, const item_box& box) {
    std::uint32_t local[3];
    for (local[2] = 0; local[2] < box.local_range[2]; ++local[2]) {
        for (local[1] = 0; local[1] < box.local_range[1]; ++local[1]) {
            for (local[0] = 0; local[0] < box.local_range[0]; ++local[0]) {
                library_item<F, D, Kind>(functor, box, local);
            }
        }
    }
}

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

template <class F, int D, kernel_kind Kind, class Name = unnamed_kernel>
NDWEAVE_DETAIL_ANNOTATE("ndweave.record")
inline constinit kernel_record record{
    &kernel_entry<F, D, Kind>,
    nullptr,
    nullptr,
    0,
    nullptr,
    {&library_loop<F, D, Kind>, &library_item<F, D, Kind>},
    sizeof(F),
    Kind,
    D,
    0,
    {0, 0, 0},
    0,
    nullptr,
    nullptr,
    spelled_type<std::conditional_t<std::is_same_v<Name, unnamed_kernel>, F, Name>>(),
};

}  // namespace ndweave::detail
