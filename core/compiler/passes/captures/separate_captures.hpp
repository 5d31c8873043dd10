/// Says which accesses go through captured pointers that lead into different allocations.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace ndweave::compiler {

/// Offsets in the functor of the pointers that a kernel's code takes to lead into different allocations: through the
/// first `written` it writes, through the others it only reads.
struct distinct_pointers {
    std::vector<std::uint32_t> offsets;
    std::uint32_t written = 0;

    static distinct_pointers of(const llvm::Function& kernel);
    /// Adds to what has been noted of the kernel.
    static void note(llvm::Function& kernel, const std::set<std::uint32_t>& written,
                     const std::set<std::uint32_t>& read);
};

/// Offsets in the functor of the pointers that the address is made of; none where it may be made of others. `place`:
/// where in the functor a load finds its value, nothing for other loads.
std::set<std::uint32_t> captured_pointers_of(
    const llvm::Value& address, llvm::function_ref<std::optional<std::uint64_t>(const llvm::LoadInst&)> place);

/// Loads, stores and atomic operations whose addresses are made of captured pointers get `alias.scope` and `noalias`
/// of these: what is written through one is not what is read or written through another.
///
///     p = functor[0]; q = functor[8]
///     *p = *p + *q                          `p` is a sum that loops keep in a register
///
/// Sound where the launch says that captured pointers lead into allocations of their own
/// (kernel_attributes::distinct_pointers): arithmetic on a pointer stays in its allocation ([expr.add]). It holds for
/// all work-items of the launch. Accesses through other pointers, as those that lie in memory, may still be the same as
/// any; so may those of which the launch says so (kernel_attributes::pointer_classes). Nothing changes where the kernel
/// may write its functor. Post: what the launch has to see to is noted (distinct_pointers), the written ones from each
/// other, too; it is the same whatever the classes. Pre: cleaned up.
struct separate_captures : llvm::PassInfoMixin<separate_captures> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
