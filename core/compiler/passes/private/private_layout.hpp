/// Where the copies of a private array lie, one a work-item.
///
///     element by element:  t[0] of all items, t[1] of all items, ..     neighbours read t[k] as one vector
///     item by item:        t[0..n) of item 0, t[0..n) of item 1, ..     any other array
///
/// Arrays that are accessed by whole elements (private_elements.hpp) lie element by element. An address in such an
/// array is a multiple of a row's length, the pitch, away from its start:
///
///     a = alloca [4 x float]; p = a + 4 * k     ==>     a = alloca [4 * pitch x float]; p = a + pitch * 4 * k
///
/// expand_private_memory() lays one of these over the other, an element apart. The layout stands at the array:
///
///     %a = alloca [272 x i8], !ndweave.elements !0            !0 = !{i64 4, i64 17}: bytes of an element, pitch
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Error.h>

#include <cstdint>

namespace ndweave::compiler {

struct private_array {
    llvm::AllocaInst* memory;
    std::uint64_t element_bytes;  // 0: the copies lie item by item
    std::uint64_t pitch;          // elements from t[k] to t[k + 1] of one work-item: the group's, and padding
};

/// Fails where the kernel has an array of variable length.
llvm::Error check_private_arrays(llvm::Function& kernel);

/// Pre: a group's shape, private arrays of constant lengths. Post: the same meaning for one work-item; the arrays'
/// lifetime is the kernel's.
void lay_out_private_arrays(llvm::Function& kernel);

/// All variables of the kernel that are no group's storage, laid out or not.
llvm::SmallVector<private_array> private_arrays(llvm::Function& kernel);

}  // namespace ndweave::compiler
