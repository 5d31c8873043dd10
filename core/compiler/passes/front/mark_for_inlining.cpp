#include "compiler/passes/front/mark_for_inlining.hpp"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>

#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler {

void mark_for_inlining(llvm::Module& module) {
    llvm::CallGraph graph(module);
    for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
        if (component.hasCycle()) continue;
        llvm::Function* const function = component->front()->getFunction();
        if (function == nullptr || is_kernel(*function) || function->isDeclaration()) continue;
        function->addFnAttr(llvm::Attribute::AlwaysInline);
    }
}

}  // namespace ndweave::compiler
