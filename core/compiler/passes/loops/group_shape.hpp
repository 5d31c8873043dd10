/// How many work-items the loops over a group run over, as attributes of the kernel:
///
/// | attribute | value |
/// | --- | --- |
/// | `ndweave-group` | work-items along each axis, 0 (the fastest) first: a work-group, or a tile of a basic kernel |
/// | `ndweave-partial-group` | no value: tiles may have fewer, `i32 @__ndweave_extent(i32 axis)` (at least 1) |
/// | `ndweave-strip` | work-items of the strips in which a group runs (divide_into_strips); without it, all of them |
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace ndweave::compiler {

struct group_shape {
    std::uint32_t range[3] = {1, 1, 1};
    bool partial = false;

    /// Of the strips, or of the group where it has none.
    static group_shape of(const llvm::Function& kernel);
    static group_shape of_group(const llvm::Function& kernel);

    void attach_to(llvm::Function& kernel) const;
    void attach_as_strip(llvm::Function& kernel) const;

    std::uint64_t items() const { return std::uint64_t{range[0]} * range[1] * range[2]; }
};

/// Whether `kernel` has strips that are smaller than the group.
bool has_strips(const llvm::Function& kernel);

/// A work-group of an nd-range kernel, `tile_items` along axis 0 of a basic one.
void choose_group_shape(llvm::Function& kernel, unsigned tile_items);

}  // namespace ndweave::compiler
