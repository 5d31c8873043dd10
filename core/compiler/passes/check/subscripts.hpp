/// Subscripts of arrays, as the program has them: `t[i]`, `s.rows[j][k]`.
#pragma once

#include <cstdint>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

namespace ndweave::compiler {

struct subscript {
    llvm::Value* index;
    std::uint64_t count;          // elements of the array
    std::uint64_t element_bytes;  // one and what lies between two
};

/// How an address is made of an object's.
struct subscripted {
    llvm::SmallVector<subscript> subscripts;  // the last one first
    const llvm::Value* base;                  // the object, or a pointer that arithmetic made
};

/// Of the address of a `bytes` long access. Pointer arithmetic (`p + i`, also where p is a decayed array) ends the
/// walk: such pointers may go from row to row. Pre: the address is computed as the host's compiler made it; LLVM merges
/// subscripts and arithmetic.
subscripted subscripts_of(llvm::Value& address, const llvm::DataLayout& layout);

}  // namespace ndweave::compiler
