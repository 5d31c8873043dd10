#include "compiler/codegen/ptx/passes/read_only_loads.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "compiler/codegen/ptx/passes/address_space.hpp"
#include "compiler/codegen/ptx/passes/global_pointers.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/pass_manager/kept_analyses.hpp"
#include "compiler/passes/captures/separate_captures.hpp"

namespace ndweave::compiler::ptx {
namespace {

bool is_private_or_shared(const llvm::Value* pointer) {
    const llvm::Value* object = llvm::getUnderlyingObject(pointer, 0);
    return llvm::isa<llvm::AllocaInst>(object) || object->getType()->getPointerAddressSpace() == shared_space ||
           pointer->getType()->getPointerAddressSpace() == shared_space;
}

/// Where an instruction writes and as what type; no location: it writes nothing that another work-item reads.
struct written {
    bool anything = false;  // an unknown call
    std::optional<llvm::MemoryLocation> location;
};

/// Intrinsics and assembly that write nothing themselves: barriers, fences, shuffles, markers.
bool writes_nothing(const llvm::CallBase& call) {
    if (call.isInlineAsm()) return true;  // fence.cpp's is the only assembly of a kernel
    const llvm::Function* callee = call.getCalledFunction();
    return callee && callee->isIntrinsic() && !llvm::isa<llvm::MemIntrinsic>(call);
}

written writes_of(const llvm::Instruction& instruction) {
    if (!instruction.mayWriteToMemory()) return {};
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        if (auto* transfer = llvm::dyn_cast<llvm::AnyMemIntrinsic>(call)) {
            if (is_private_or_shared(transfer->getRawDest())) return {};
            return {true, std::nullopt};
        }
        return {!writes_nothing(*call), std::nullopt};
    }
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (is_private_or_shared(store->getPointerOperand())) return {};
        return {false, llvm::MemoryLocation::get(store)};
    }
    if (llvm::isa<llvm::LoadInst>(instruction) || llvm::isa<llvm::FenceInst>(instruction)) return {};
    const auto location = llvm::MemoryLocation::getOrNone(&instruction);
    if (!location) return {true, std::nullopt};
    if (is_private_or_shared(location->Ptr)) return {};
    return {false, location};
}

/// What makes writes of other launches and of the host visible to the loads behind it.
bool acquires(const llvm::Instruction& instruction) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        return call->isInlineAsm() && call->mayReadOrWriteMemory();  // a fence
    }
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        return llvm::isAcquireOrStronger(load->getOrdering());
    if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        return llvm::isAcquireOrStronger(update->getOrdering());
    }
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        return llvm::isAcquireOrStronger(exchange->getMergedOrdering());
    }
    return llvm::isa<llvm::FenceInst>(instruction);
}

/// The scopes of `restrict` pointers whose functions each work-item calls at most once: those that are declared outside
/// of all cycles.
class single_scopes {
public:
    single_scopes(llvm::Function& kernel, const llvm::CycleInfo& cycles) {
        for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
            auto* declaration = llvm::dyn_cast<llvm::NoAliasScopeDeclInst>(&instruction);
            if (!declaration) continue;
            for (const llvm::MDOperand& scope : declaration->getScopeList()->operands()) ++declared_[scope.get()];
            if (cycles.getCycle(instruction.getParent()) == nullptr) continue;
            for (const llvm::MDOperand& scope : declaration->getScopeList()->operands()) declared_[scope.get()] = 2;
        }
    }

    /// Whether an access with these `scopes` meets nothing that one with this list of `others` does: these name all
    /// its scopes of one call.
    bool separate(const llvm::MDNode* scopes, const llvm::MDNode* others) const {
        if (!scopes || !others) return false;
        std::map<const llvm::MDNode*, bool> calls;
        for (const llvm::MDOperand& scope : scopes->operands()) {
            const llvm::MDNode* call = llvm::AliasScopeNode(llvm::cast<llvm::MDNode>(scope)).getDomain();
            const auto declared = declared_.find(scope.get());
            const bool named =
                declared != declared_.end() && declared->second == 1 && llvm::is_contained(others->operands(), scope);
            calls.try_emplace(call, true).first->second &= named;
        }
        return std::any_of(calls.begin(), calls.end(), [](const auto& call) { return call.second; });
    }

private:
    std::map<const llvm::Metadata*, unsigned> declared_;  // how often
};

/// The captured pointers that a kernel writes through, and those that it may read what it writes elsewhere through.
class capture_roles {
public:
    capture_roles(llvm::Function& kernel, const std::vector<llvm::MemoryLocation>& stores)
        : known_(kernel_attributes::of(kernel).distinct_pointers) {
        for (const llvm::MemoryLocation& store : stores) {
            const std::set<std::uint32_t> offsets = captured_pointers_of(*store.Ptr, functor_offset);
            known_ = known_ && !offsets.empty();
            written_.insert(offsets.begin(), offsets.end());
        }
        const distinct_pointers noted = distinct_pointers::of(kernel);
        read_.insert(noted.offsets.begin() + noted.written, noted.offsets.end());
    }

    /// Whether nothing is written through the pointers that `load` reads through; it is remembered that this matters.
    bool only_reads(const llvm::LoadInst& load) {
        if (!known_ || written_.empty()) return false;
        const std::set<std::uint32_t> offsets = captured_pointers_of(*load.getPointerOperand(), functor_offset);
        if (offsets.empty()) return false;
        for (const std::uint32_t offset : offsets) {
            if (written_.count(offset)) return false;
        }
        read_.insert(offsets.begin(), offsets.end());
        return true;
    }

    void remember(llvm::Function& kernel) const {
        if (!read_.empty()) distinct_pointers::note(kernel, written_, read_);
    }

private:
    bool known_;  // where all writes go
    std::set<std::uint32_t> written_, read_;
};

/// The loads that no path reaches from something that acquires.
std::vector<llvm::LoadInst*> loads_before_acquiring(llvm::Function& kernel) {
    std::set<const llvm::BasicBlock*> behind;
    std::vector<const llvm::BasicBlock*> open;
    const auto reach = [&](const llvm::BasicBlock& from) {
        for (const llvm::BasicBlock* next : llvm::successors(&from)) {
            if (behind.insert(next).second) open.push_back(next);
        }
    };
    for (const llvm::BasicBlock& block : kernel) {
        if (llvm::any_of(block, acquires)) reach(block);
    }
    while (!open.empty()) {
        const llvm::BasicBlock* block = open.back();
        open.pop_back();
        reach(*block);
    }
    std::vector<llvm::LoadInst*> loads;
    for (llvm::BasicBlock& block : kernel) {
        if (behind.count(&block)) continue;
        for (llvm::Instruction& instruction : block) {
            if (acquires(instruction)) break;
            if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) loads.push_back(load);
        }
    }
    return loads;
}

}  // namespace

llvm::PreservedAnalyses read_only_loads::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    const auto unchanged = llvm::PreservedAnalyses::all();
    if (!is_kernel(kernel)) return unchanged;
    std::vector<llvm::MemoryLocation> stores;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        const written w = writes_of(instruction);
        if (w.anything || (before_moves && acquires(instruction))) return unchanged;
        if (w.location) stores.push_back(*w.location);
    }
    llvm::TypeBasedAAResult types;
    llvm::SimpleAAQueryInfo query(analyses.getResult<llvm::AAManager>(kernel));
    const single_scopes scopes(kernel, analyses.getResult<llvm::CycleAnalysis>(kernel));
    capture_roles captures(kernel, stores);
    for (llvm::LoadInst* load : loads_before_acquiring(kernel)) {
        if (!load->isSimple() || load->getPointerAddressSpace() != global_space) continue;
        if (load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) continue;
        const llvm::MemoryLocation read = llvm::MemoryLocation::get(load);
        const bool never_written = std::all_of(stores.begin(), stores.end(), [&](const llvm::MemoryLocation& store) {
            return types.alias(read, store, query, nullptr) == llvm::AliasResult::NoAlias ||
                   scopes.separate(read.AATags.Scope, store.AATags.NoAlias) ||
                   scopes.separate(store.AATags.Scope, read.AATags.NoAlias);
        });
        if (never_written || captures.only_reads(*load)) {
            load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(kernel.getContext(), {}));
        }
    }
    captures.remember(kernel);
    return control_flow_kept();
}

}  // namespace ndweave::compiler::ptx
