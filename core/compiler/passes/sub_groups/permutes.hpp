/// Shuffles whose result is known to be the same for all lanes, or to come from lanes that are known now.
///
///     r = shuffle(u, lane)              ==>   u                                where u is the sub-group's, or it has
///     one lane r = shuffle(v, local_id(0) ^ 4)   ==>   permute(v, <4, 5, 6, 7, 0, 1, 2, 3, ..>)
///
/// Shuffles among members become permutes among them; who those are is kept for check mode only.
///
/// A permute is one operation on a vector of all lanes' values, where a shuffle goes through memory (spill_slots.hpp).
/// Where there are no such vectors (has_lane_vectors), shuffles stay.
/// Pre: the function is that of one lane (group_shape.hpp), with a prologue; closed SSA form. Post: the same form.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

/// Returns the number of shuffles that are gone.
unsigned choose_permutes(llvm::Function& kernel);

}  // namespace ndweave::compiler
