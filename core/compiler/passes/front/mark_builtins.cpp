#include "compiler/passes/front/mark_builtins.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/ModRef.h>

#include "compiler/builtins.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {
namespace {

bool calls_anything(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& i) {
        return llvm::isa<llvm::CallBase>(i) && !llvm::isa<llvm::IntrinsicInst>(i);
    });
}

/// What may be hoisted out of everything. An id of the work-item may not: outside of the loops over work-items it means
/// nothing.
bool is_same_for_group(llvm::StringRef name) {
    static constexpr llvm::StringRef names[] = {"__ndweave_group_id",     "__ndweave_group_range",
                                                "__ndweave_global_range", "__ndweave_local_memory",
                                                "__ndweave_group_memory", "__ndweave_group_scratch"};
    return llvm::is_contained(names, name);
}

void mark(llvm::Function& builtin) {
    const llvm::StringRef name = builtin.getName();
    builtin.setDoesNotThrow();
    if (is_of_check_mode(name)) return;
    builtin.setWillReturn();
    if (name.contains("barrier")) {
        builtin.setConvergent();
    } else if (name.contains("shuffle") || name == builtin::members_ballot || name == builtin::active_lanes) {
        builtin.setConvergent();
        builtin.setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
    } else if (name == builtin::sub_group_scratch) {
        builtin.setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());  // each call is an operation's own
    } else if (name == builtin::print) {
        builtin.setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
        builtin.addParamAttr(0, llvm::Attribute::ReadOnly);
        builtin.addParamAttr(0, llvm::Attribute::NoCapture);
    } else if (name == builtin::specialization_constant) {
        builtin.setMemoryEffects(llvm::MemoryEffects::argMemOnly());
    } else if (!name.ends_with("fence")) {
        builtin.setMemoryEffects(llvm::MemoryEffects::none());
        if (is_same_for_group(name)) builtin.addFnAttr(llvm::Attribute::Speculatable);
    }
}

}  // namespace

void mark_builtins(llvm::Module& module) {
    for (llvm::Function& function : module) {
        if (is_builtin(function.getName()) && function.isDeclaration()) mark(function);
        if (!function.isDeclaration() && calls_anything(function)) function.setConvergent();
    }
}

}  // namespace ndweave::compiler
