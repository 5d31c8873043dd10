/// Hints to fetch a cache line, in finished code.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace ndweave::compiler {

enum class fetch_to { read, write };

/// A prefetch of the line at `address`, to be kept in all caches. It neither faults nor changes memory.
void create_prefetch(llvm::IRBuilder<>& at, llvm::Value* address, fetch_to purpose);

}  // namespace ndweave::compiler
