#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/target/c_source/meeting_places.hpp"
#include "compiler/target/c_source/one_barrier.hpp"

namespace ndweave::compiler::c_source_detail {

bool has_conditional_barrier(llvm::Function& kernel) {
    const meeting_places places(kernel);
    return llvm::any_of(calls_of(kernel, builtin::barrier),
                        [&](const llvm::CallInst* barrier) { return !places.contains(*barrier->getParent()); });
}

}  // namespace ndweave::compiler::c_source_detail
