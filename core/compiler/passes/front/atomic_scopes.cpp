#include "compiler/passes/front/atomic_scopes.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/builtins.hpp"

namespace ndweave::compiler {
namespace {

constexpr std::uint64_t scope_device = 3, scope_system = 4;  // memory_scope

void set_scope(llvm::Instruction& user, const llvm::Value& address, llvm::SyncScope::ID scope) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) {
        if (load->isAtomic()) load->setSyncScopeID(scope);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
        if (store->isAtomic() && store->getPointerOperand() == &address) store->setSyncScopeID(scope);
    } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&user)) {
        if (update->getPointerOperand() == &address) update->setSyncScopeID(scope);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&user)) {
        if (exchange->getPointerOperand() == &address) exchange->setSyncScopeID(scope);
    }
}

/// Of unordered accesses, which no C++ has, LLVM makes block copies that call a library nobody has.
void give_order(llvm::Instruction& i) {
    auto* const load = llvm::dyn_cast<llvm::LoadInst>(&i);
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(&i);
    if (load && load->getOrdering() == llvm::AtomicOrdering::Unordered)
        load->setOrdering(llvm::AtomicOrdering::Monotonic);
    if (store && store->getOrdering() == llvm::AtomicOrdering::Unordered)
        store->setOrdering(llvm::AtomicOrdering::Monotonic);
}

}  // namespace

void give_atomic_scopes(llvm::Module& module) {
    llvm::LLVMContext& context = module.getContext();
    replace_calls(module, "__ndweave_atomic_scope", [&](llvm::CallBase& call, llvm::IRBuilder<>&) {
        const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
        if (scope && scope->getZExtValue() < scope_system) {
            const bool device = scope->getZExtValue() == scope_device;
            const auto id = context.getOrInsertSyncScopeID(device ? device_scope : workgroup_scope);
            for (llvm::User* user : call.users()) set_scope(*llvm::cast<llvm::Instruction>(user), call, id);
        }
        return call.getArgOperand(0);
    });
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::instructions(function)) give_order(i);
    }
}

}  // namespace ndweave::compiler
