/// Marks loads of memory that the whole launch only reads.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/codegen/ptx/pass_runner.hpp"

namespace ndweave::compiler::ptx {

/// Puts !invariant.load on loads from global memory that no store of any work-item can change; the back end turns them
/// into ld.global.nc.
///
/// Sound without `restrict`: a load qualifies only if every instruction of the kernel that may write works on an object
/// that is provably another one (an alloca, shared memory), or on a type that C++ forbids to alias the loaded one
/// (TBAA). Offsets prove nothing, since other work-items have other offsets. Behind a fence or an acquiring operation
/// no load qualifies: it may have been waiting for what the host or another launch writes meanwhile.
void mark_read_only_loads(llvm::Function& kernel, pass_runner& passes);

}  // namespace ndweave::compiler::ptx
