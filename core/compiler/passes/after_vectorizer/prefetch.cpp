#include "compiler/passes/after_vectorizer/prefetch.hpp"

namespace ndweave::compiler {

void create_prefetch(llvm::IRBuilder<>& at, llvm::Value* address, fetch_to purpose) {
    llvm::Value *const write = at.getInt32(purpose == fetch_to::write), *const keep = at.getInt32(3),
                       *const data = at.getInt32(1);
    at.CreateIntrinsic(llvm::Intrinsic::prefetch, {address->getType()}, {address, write, keep, data});
}

}  // namespace ndweave::compiler
