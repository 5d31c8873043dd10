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
/// expand_private_memory() lays one of these over the other, an element apart.
#pragma once

#include <cstdint>
#include <vector>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

struct private_array {
    llvm::AllocaInst* memory;
    std::uint64_t element_bytes;  // 0: the copies lie item by item
    std::uint64_t pitch;          // elements from t[k] to t[k + 1] of one work-item: the group's, and padding
};

/// Pre: `arrays` have constant lengths and belong to the kernel of one work-item. Post: the same meaning; their
/// lifetime is the kernel's.
std::vector<private_array> lay_out_private_arrays(llvm::ArrayRef<llvm::AllocaInst*> arrays, std::uint64_t items);

}  // namespace ndweave::compiler
