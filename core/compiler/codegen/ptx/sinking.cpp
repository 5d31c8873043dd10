#include "compiler/codegen/ptx/sinking.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/CodeGen/MachineDominators.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineLoopInfo.h>
#include <llvm/CodeGen/MachinePostDominators.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>

#include <memory>
#include <vector>

namespace ndweave::compiler::ptx {
namespace {

using llvm::MachineBasicBlock;
using llvm::MachineFunction;
using llvm::MachineInstr;
using llvm::MachineOperand;
using llvm::MachineRegisterInfo;
using llvm::Register;

/// The one virtual register that an instruction computes; none where it does more.
Register result_of(const MachineInstr& instruction) {
    Register result;
    for (const MachineOperand& operand : instruction.operands()) {
        if (!operand.isReg() || !operand.isDef()) continue;
        if (result.isValid() || !operand.getReg().isVirtual()) return Register();
        result = operand.getReg();
    }
    return result;
}

/// Where each result was computed, in the order of the function. Registers outlive instructions, whose memory LLVM uses
/// again.
struct places {
    llvm::DenseMap<Register, MachineBasicBlock*> block;
    std::vector<Register> order;
};

class record_places : public llvm::MachineFunctionPass {
public:
    static char ID;  // LLVM's spelling

    explicit record_places(std::shared_ptr<places> before) : MachineFunctionPass(ID), before_(std::move(before)) {}

    llvm::StringRef getPassName() const override { return "Places of instructions before sinking"; }
    void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
        usage.setPreservesAll();
        MachineFunctionPass::getAnalysisUsage(usage);
    }

    bool runOnMachineFunction(MachineFunction& function) override {
        *before_ = places();
        for (MachineBasicBlock& block : function) {
            for (const MachineInstr& instruction : block) {
                if (const Register result = result_of(instruction); result.isValid()) {
                    before_->block[result] = &block;
                    before_->order.push_back(result);
                }
            }
        }
        return false;
    }

private:
    std::shared_ptr<places> before_;
};

class return_to_places : public llvm::MachineFunctionPass {
public:
    static char ID;  // LLVM's spelling

    explicit return_to_places(std::shared_ptr<places> before) : MachineFunctionPass(ID), before_(std::move(before)) {}

    llvm::StringRef getPassName() const override { return "Return of what sinking lengthens"; }
    void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
        usage.setPreservesCFG();
        usage.addRequired<llvm::MachineDominatorTreeWrapperPass>();
        usage.addRequired<llvm::MachinePostDominatorTreeWrapperPass>();
        usage.addRequired<llvm::MachineLoopInfoWrapperPass>();
        MachineFunctionPass::getAnalysisUsage(usage);
    }

    bool runOnMachineFunction(MachineFunction& function) override {
        registers_ = &function.getRegInfo();
        dominators_ = &getAnalysis<llvm::MachineDominatorTreeWrapperPass>().getDomTree();
        post_dominators_ = &getAnalysis<llvm::MachinePostDominatorTreeWrapperPass>().getPostDomTree();
        loops_ = &getAnalysis<llvm::MachineLoopInfoWrapperPass>().getLI();

        sunk_.clear();
        for (const Register result : before_->order) {
            if (is_sunk_for_nothing(result)) sunk_.insert(result);
        }
        bool changed = return_loads();
        changed |= return_what_frees_registers();
        *before_ = places();
        return changed;
    }

private:
    static llvm::SmallVector<Register, 4> operands_of(const MachineInstr& instruction) {
        llvm::SmallVector<Register, 4> found;
        for (const MachineOperand& operand : instruction.uses()) {
            if (operand.isReg() && operand.getReg().isVirtual()) found.push_back(operand.getReg());
        }
        return found;
    }

    /// A load that begins early is there when it is needed, and several are under way at once. With their addresses.
    bool return_loads() {
        std::vector<Register> loads;
        for (const Register result : before_->order) {
            if (sunk_.contains(result) && registers_->getVRegDef(result)->mayLoad()) loads.push_back(result);
        }
        llvm::DenseSet<Register> returning;
        while (!loads.empty()) {
            const Register result = loads.back();
            loads.pop_back();
            if (!returning.insert(result).second) continue;
            for (const Register operand : operands_of(*registers_->getVRegDef(result))) {
                if (sunk_.contains(operand)) loads.push_back(operand);
            }
        }
        return put_back([&](Register result) { return returning.contains(result); });
    }

    /// Of instructions that share operands and results: a product's two factors serve two products.
    bool return_what_frees_registers() {
        llvm::EquivalenceClasses<unsigned> together;
        for (const Register result : before_->order) {
            if (!sunk_.contains(result)) continue;
            together.insert(result);
            for (const Register operand : operands_of(*registers_->getVRegDef(result))) {
                if (sunk_.contains(operand) || !is_needed_beside(operand)) together.unionSets(result, operand);
            }
        }
        llvm::DenseSet<unsigned> returning;  // leaders of classes
        for (auto set = together.begin(); set != together.end(); ++set) {
            if (!set->isLeader()) continue;
            unsigned ending = 0, results = 0;
            for (auto member = together.member_begin(set); member != together.member_end(); ++member) {
                if (!sunk_.contains(*member)) {
                    ++ending;
                } else if (is_used_by_others(*member)) {
                    ++results;
                }
            }
            if (ending > results) returning.insert(set->getData());
        }
        return put_back([&](Register result) { return returning.contains(together.getLeaderValue(result)); });
    }

    /// Into a block that runs as often as the one that it comes from.
    bool is_sunk_for_nothing(Register result) const {
        const MachineInstr* const instruction = registers_->getVRegDef(result);
        if (!instruction) return false;
        MachineBasicBlock* const from = before_->block[result];
        const MachineBasicBlock* const to = instruction->getParent();
        return to != from && post_dominators_->dominates(to, from) &&
               loops_->getLoopDepth(to) >= loops_->getLoopDepth(from);
    }

    bool is_sunk(const MachineInstr& instruction) const {
        const Register result = result_of(instruction);
        return result.isValid() && sunk_.contains(result);
    }

    /// Whether something that was not sunk reads it in a block with an instruction that was, or behind one.
    bool is_needed_beside(Register operand) const {
        for (const MachineInstr& user : registers_->use_nodbg_instructions(operand)) {
            if (is_sunk(user)) continue;
            for (const MachineInstr& other : registers_->use_nodbg_instructions(operand)) {
                if (is_sunk(other) && dominators_->dominates(other.getParent(), user.getParent())) return true;
            }
        }
        return false;
    }

    bool is_used_by_others(Register result) const {
        return llvm::any_of(registers_->use_nodbg_instructions(result),
                            [&](const MachineInstr& user) { return !is_sunk(user); });
    }

    /// In the order in which they were, so that operands come first.
    bool put_back(llvm::function_ref<bool(Register)> is_wanted) {
        bool changed = false;
        for (const Register result : before_->order) {
            if (sunk_.contains(result) && is_wanted(result) && put_back(result)) {
                sunk_.erase(result);
                changed = true;
            }
        }
        return changed;
    }

    /// Not where an operand is computed behind it now.
    bool put_back(Register result) {
        MachineInstr& instruction = *registers_->getVRegDef(result);
        MachineBasicBlock* const place = before_->block[result];
        for (const Register operand : operands_of(instruction)) {
            const MachineInstr* const definition = registers_->getVRegDef(operand);
            if (!definition || !dominators_->dominates(definition->getParent(), place)) return false;
        }
        for (const Register operand : operands_of(instruction)) registers_->clearKillFlags(operand);
        place->splice(place->getFirstTerminator(), instruction.getParent(), instruction.getIterator());
        return true;
    }

    std::shared_ptr<places> before_;
    llvm::DenseSet<Register> sunk_;  // for nothing
    MachineRegisterInfo* registers_ = nullptr;
    llvm::MachineDominatorTree* dominators_ = nullptr;
    llvm::MachinePostDominatorTree* post_dominators_ = nullptr;
    llvm::MachineLoopInfo* loops_ = nullptr;
};

char record_places::ID;
char return_to_places::ID;

}  // namespace

std::array<llvm::Pass*, 3> sinking_that_shortens(llvm::Pass* sink) {
    const auto before = std::make_shared<places>();
    return {new record_places(before), sink, new return_to_places(before)};
}

}  // namespace ndweave::compiler::ptx
