#include "compiler/passes/check/check_rows.hpp"

#include "compiler/abi.h"
#include "compiler/builtins.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/report/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

void drop_index_checks(Module& module) {
    replace_calls(module, builtin::check_index, [](CallBase&, IRBuilder<>&) -> Value* { return nullptr; });
}

void check_rows(Function& kernel) {
    for (CallInst* call : calls_of(kernel, builtin::check_index)) {
        IRBuilder<> at(call);
        call_builtin(at, builtin::check_private, at.getVoidTy(),
                     {call->getArgOperand(0), at.getInt64(0), call->getArgOperand(1),
                      at.getInt32(NDW_CHECK_INDEX | NDW_CHECK_ROW), at.getInt32(0), place_constant(at, ""),
                      place_constant(at, place_text(call->getDebugLoc()))});
    }
    drop_index_checks(*kernel.getParent());
}

}  // namespace ndweave::compiler
