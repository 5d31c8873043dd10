/// What a kernel does with the elements of its private arrays.
///
///     float t[8] = {}; .. t[k] = x; y = t[j];     accessed by whole elements: 4 bytes each, at multiples of 4
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

/// How an array is accessed, where that is known completely.
struct element_accesses {
    std::uint64_t bytes;                               // of an element: of every load and store
    llvm::SmallSetVector<llvm::Instruction*, 16> all;  // loads, stores, and what computes addresses for them
};

/// Replaces memset, memcpy and memmove on `array` by loads and stores of its elements, where these are scalars and the
/// operation is short. Post: the same meaning.
void spell_out_block_operations(llvm::AllocaInst& array);

/// None where the array's address escapes, or where accesses differ in size, are no scalars, volatile or atomic, or
/// need not begin at an element.
std::optional<element_accesses> find_element_accesses(llvm::AllocaInst& array);

}  // namespace ndweave::compiler
