#include "compiler/passes/regions/region_plan.hpp"

#include <llvm/IR/CFG.h>

namespace ndweave::compiler {

using namespace llvm;

SetVector<BasicBlock*> region_blocks(const region_plan& plan, BasicBlock* head) {
    SetVector<BasicBlock*> found;
    found.insert(head);
    for (unsigned i = 0; i < found.size(); ++i) {
        for (BasicBlock* next : successors(found[i])) {
            if (!plan.ends_region(next)) found.insert(next);
        }
    }
    return found;
}

}  // namespace ndweave::compiler
