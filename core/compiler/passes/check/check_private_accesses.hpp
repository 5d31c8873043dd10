/// Has every access of a kernel to its private arrays, constant tables and captured arrays looked at before it happens.
///
///     p = t + 4 * i             __ndweave_check_private(4 * i, 4, 32, ..)
///     v = load float, p   ==>   v = load float, p
///
/// The builtin is `void(i64 at, i64 bytes, i64 end, i32 what, i32 element_bytes, ptr name, ptr place)`, see ndw_check
/// in abi.h. Subscripts are held to the array that they stand behind, also within a struct or another array; other
/// pointers to the variable as a whole, whose sizes and offsets are LLVM's ObjectSizeOffsetEvaluator's: through PHIs
/// and selects too, but not through pointers that lie in memory. What is in bounds for certain is not looked at.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

/// Pre: the kernel is inlined, nothing else is done: the clean-up drops accesses that it sees to be out of bounds, and
/// merges subscripts.
void check_subscripts(llvm::Function& kernel);

/// After the clean-up: the accesses that had not been looked at, whose pointers lay in local variables until then.
void check_cleaned_up(llvm::Function& kernel);

}  // namespace ndweave::compiler
