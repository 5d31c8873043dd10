/// Makes stores to write-only streams bypass the cache.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// After vectorization: marks `!nontemporal` every vector store of an innermost loop that accesses memory contiguously
/// from an address that is provably aligned to the whole vector, through a captured pointer that the function never
/// reads through. An ordinary store reads the cache line first; these do not. Where one was marked, each return of the
/// function is preceded by an sfence, because streaming stores are weakly ordered; where the code releases its stores
/// to other threads before it returns, none is. Must run last. Returns the number of stores marked.
unsigned mark_streaming_stores(llvm::Module& module);

}  // namespace ndweave::compiler
