/// How many work-items the loops over a group run over, as attributes of the kernel:
///
/// | attribute | value |
/// | --- | --- |
/// | `ndweave-group` | work-items along each axis, 0 (the fastest) first: a work-group, or a tile of a basic kernel |
/// | `ndweave-partial-group` | no value: tiles may have fewer, `i32 @__ndweave_extent(i32 axis)` (at least 1) |
/// | `ndweave-runs-group` | no value: the function is that of all work-items, not of one any more |
/// | `ndweave-barriers` | no value: the program has barriers of its own |
/// | `ndweave-lanes` | likewise of a sub-group, in a line: the function is that of one of them (sub_groups.hpp) |
/// | `ndweave-partial-lanes` | no value: the group's last sub-group has fewer, `i32 @__ndweave_extent(i32 0)` |
/// | `ndweave-sub-groups` | sub-groups of the group: the function is that of one of them, with all its lanes |
/// | `ndweave-strip` | work-items of the strips in which a group runs (divide_into_strips); without it, all of them |
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace ndweave::compiler {

struct group_shape {
    std::uint32_t range[3] = {1, 1, 1};
    bool partial = false;

    /// Of what the function is one of: the lanes of a sub-group, the sub-groups of a group, else the work-items of a
    /// strip, or of the group where it has none.
    static group_shape of(const llvm::Function& kernel);
    static group_shape of_group(const llvm::Function& kernel);

    void attach_to(llvm::Function& kernel) const;
    void attach_as_strip(llvm::Function& kernel) const;

    /// How many sub-groups of at most `size` work-items there are.
    std::uint32_t sub_groups(std::uint32_t size) const;

    std::uint64_t items() const { return std::uint64_t{range[0]} * range[1] * range[2]; }
};

/// Whether `kernel` has strips that are smaller than the group.
bool has_strips(const llvm::Function& kernel);

/// Whether the function is that of one lane of a sub-group, or of one sub-group of a work-group.
bool runs_lanes(const llvm::Function& kernel);
bool runs_sub_groups(const llvm::Function& kernel);

/// Whether all lanes' values are kept as a vector: not where the code becomes C, which has few vector types.
bool has_lane_vectors(const llvm::Function& kernel);
void begin_sub_groups(llvm::Function& kernel);

bool runs_group(const llvm::Function& kernel);
void mark_as_group(llvm::Function& kernel);

/// Whether the program has barriers of its own, which most steps do not see any more.
bool has_barriers(const llvm::Function& kernel);

/// A work-group of an nd-range kernel, `tile_items` along axis 0 of a basic one.
void choose_group_shape(llvm::Function& kernel, unsigned tile_items);

/// The lanes of a sub-group. Pre: a group's shape and a sub-group size. Post: the function is that of one lane.
void choose_sub_group_shape(llvm::Function& kernel);

}  // namespace ndweave::compiler
