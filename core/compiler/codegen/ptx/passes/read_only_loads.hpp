/// Marks loads of memory that the whole launch only reads.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Puts !invariant.load on loads from global memory that no store of any work-item can change; the back end turns them
/// into ld.global.nc.
///
/// Sound without `restrict`: a load qualifies only if every instruction of the kernel that may write works on an object
/// that is provably another one (an alloca, shared memory), or on a type that C++ forbids to alias the loaded one
/// (TBAA), or on one that a function's `restrict` sets apart from the loaded one: what is read through such a pointer
/// nobody may change while the function runs, but only if a work-item runs it once: in a loop, it may read what it
/// wrote through another pointer in an earlier call. Where the launch says that captured pointers lead into allocations
/// of their own (kernel_attributes::distinct_pointers), loads through pointers that nothing is written through qualify
/// too, if all writes go through captured ones; which of them that takes becomes a note of the kernel. Offsets prove
/// nothing, since other work-items have other offsets. Behind a fence or an acquiring operation no load qualifies: it
/// may have been waiting for what the host or another launch writes meanwhile. Functions that are no kernel stay.
struct read_only_loads : llvm::PassInfoMixin<read_only_loads> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

    /// Where passes follow that may move what is marked: kernels that acquire anything stay.
    bool before_moves = false;
};

}  // namespace ndweave::compiler::ptx
