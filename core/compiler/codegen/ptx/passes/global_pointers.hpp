/// Finds out which pointers of a kernel lead to global memory.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace ndweave::compiler::ptx {

/// Before: `%p = load ptr, %capture` is generic: every access through %p tests at run time which memory it meets.
/// After:  `%p` is cast to addrspace(1), and InferAddressSpaces carries that to the accesses.
///
/// A pointer that comes out of a capture is a USM pointer, hence global. One that comes out of global memory is too,
/// unless the kernel itself stores the address of private or local memory somewhere; then only captures count. Loads of
/// pointers behind pointers are found by repeating both steps until nothing changes. Captured pointers are assumed to
/// be multiples of `pointer_alignment` bytes (1: nothing is assumed); the kernel's attribute
/// "ndweave-aligned-pointers"="0,16" says which, by their offsets in the functor. Functions that are no kernel stay.
/// Pre: allocas promoted as far as SROA can.
struct global_pointers : llvm::PassInfoMixin<global_pointers> {
    explicit global_pointers(std::uint32_t alignment) : pointer_alignment(alignment) {}
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

    std::uint32_t pointer_alignment;
};

/// Where in the functor a load of the kernel finds its value; nothing for other loads.
std::optional<std::uint32_t> functor_offset(const llvm::LoadInst& load);

/// Offsets in the functor of the pointers whose alignment the code relies on.
std::vector<std::uint32_t> aligned_pointers_of(const llvm::Function& kernel);

/// Moves constant tables and other module-scope variables to addrspace(1).
void place_globals(llvm::Module& module);

}  // namespace ndweave::compiler::ptx
