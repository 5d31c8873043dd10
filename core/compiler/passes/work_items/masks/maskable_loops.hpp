/// Loops that are worth a mask.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace ndweave::compiler {

class uniformity;

/// The outermost loop that work-items leave at different times and that is worth a mask, whose parents the group runs
/// in lockstep; null: there is none. Not: where something may not run under a mask, where accesses would be gathers or
/// scatters, which no vector makes faster, but for those beside an inner loop, and where one work-item alone runs the
/// loop.
llvm::Loop* find_maskable_loop(const llvm::LoopInfo& loops, const uniformity& values);

}  // namespace ndweave::compiler
