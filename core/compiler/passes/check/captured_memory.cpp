#include "compiler/passes/check/captured_memory.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/functor.hpp"

namespace ndweave::compiler {

using namespace llvm;

bool is_own_object(const Value* object) {
    return isa<AllocaInst>(object) || isa<GlobalVariable>(object) || isa<Argument>(object) ||
           calls(*object, builtin::arena) || calls(*object, builtin::group_scratch);
}

static SmallVector<const Value*> objects_of(const Value& address) {
    SmallVector<const Value*> objects;
    getUnderlyingObjects(&address, objects, nullptr, 0);
    return objects;
}

captured_memory::captured_memory(Function& kernel) : functor_(*kernel.getArg(0)), written_(std::in_place) {
    for (const Instruction& i : instructions(kernel)) {
        if (!i.mayWriteToMemory()) continue;
        if (const auto* store = dyn_cast<StoreInst>(&i)) {
            note_write(*store->getPointerOperand());
        } else if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) {
            note_write(*update->getPointerOperand());
        } else if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
            note_write(*exchange->getPointerOperand());
        } else if (const auto* bulk = dyn_cast<MemIntrinsic>(&i)) {
            note_write(*bulk->getRawDest());
        } else if (const auto* call = dyn_cast<CallBase>(&i)) {
            const Function* callee = call->getCalledFunction();
            const bool harmless = callee && (callee->isIntrinsic() || callee->getName().starts_with("__ndweave_"));
            if (!harmless) written_.reset();
        }
        if (!written_) return;
    }
}

void captured_memory::note_write(const Value& address) {
    for (const Value* object : objects_of(address)) {
        if (is_own_object(object) || calls(*object, builtin::local_memory)) continue;
        const auto* load = dyn_cast<LoadInst>(object);
        const auto offset = load ? offset_in_functor(*load, functor_) : std::nullopt;
        if (!offset) return written_.reset();
        if (!is_contained(*written_, *offset)) written_->push_back(*offset);
    }
}

std::optional<std::uint64_t> captured_memory::capture_of(const Value& address) const {
    const auto objects = objects_of(address);
    const auto* load = objects.size() == 1 ? dyn_cast<LoadInst>(objects[0]) : nullptr;
    return load ? offset_in_functor(*load, functor_) : std::nullopt;
}

}  // namespace ndweave::compiler
