/// Loops around the loops of a basic kernel: over the rows of a group, and over tiles of each row.
///
///     for (z) for (y) for (x = first; x < end; x += tile)        end: of the group or of the range
///         for (item < min(tile, end - x)) kernel(x + item, y, z)
#pragma once

#include <cstdint>

#include "compiler/abi.h"

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

struct tile_options {
    std::uint32_t items;      // of a tile, at most those of a row
    bool full_tiles = false;  // make a version for tiles of all their work-items, whose number is known then
};

/// Pre: `kernel` is of a partial group (group_shape.hpp). Post: it runs the group of
/// `request.variant.local_range` work-items, or what of it lies in the range.
void loop_over_tiles(llvm::Function& kernel, const ndw_compile_request& request, const tile_options&);

}  // namespace ndweave::compiler::c_source_detail
