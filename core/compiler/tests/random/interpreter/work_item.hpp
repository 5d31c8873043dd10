/// One work-item of an interpreted kernel: its calls, its registers, its private memory, and what it waits for.
#pragma once

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "compiler/tests/host_kernel.hpp"
#include "interpreted_operations.hpp"
#include "item_stack.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

/// What the work-items of a group share.
struct serial_interpreter::group_run {
    group_run(const serial_interpreter& code, work_group& group, const run_surroundings& beside)
        : group(group), beside(beside), scratch(2 * std::max(group.items(), beside.whole_group)) {
        for (const llvm::AllocaInst* one : code.shared_) {
            const auto bytes = one->getAllocationSize(one->getDataLayout())->getFixedValue();
            shared[one] = memory.emplace_back(bytes).data();  // zeros, aligned as IR asks
        }
        if (!beside.rules) return;
        for (const auto& [name, table] : code.tables_) beside.rules->add_constant(std::as_bytes(std::span(table)));
        beside.rules->start_group({std::as_bytes(std::span(group.local_memory)), std::as_bytes(std::span(scratch))},
                                  group.sub_group_size);
    }

    work_group& group;
    const run_surroundings& beside;
    std::vector<std::uint64_t> scratch;
    std::vector<aligned_buffer<char>> memory;
    llvm::DenseMap<const llvm::Value*, char*> shared;
};

class serial_interpreter::work_item : public running_item {
public:
    work_item(const serial_interpreter& code, group_run& of, std::size_t number, llvm::ArrayRef<const void*> arguments)
        : code_(code), of_(of), beside_(of.beside), group_(of.group), number_(number), stack_(code.private_bytes_) {
        push_frame(*code_.kernel_);
        for (const auto& [argument, given] : llvm::zip_equal(code.kernel_->args(), arguments))
            registers()[code.numbers_.lookup(&argument)] = reinterpret_cast<std::uintptr_t>(given);
    }

    std::size_t number() const override { return number_; }

    std::uint64_t value(const llvm::Value& v) const override {
        if (llvm::isa<llvm::GlobalVariable>(v)) return table(v);
        if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&v)) return bits_of(*constant);
        return frames_.back().registers[code_.numbers_.lookup(&v)];
    }

    /// What work-items do together: all of the group, or all of a sub-group.
    enum class meeting { none, barrier, vote, shuffle, sub_group_barrier };

    /// Up to the next meeting, or to the end. Pre: it has not ended.
    void advance();
    bool has_ended() const { return frames_.empty(); }

    /// At which it waits; none once it has ended.
    meeting waits_for() const { return waits_for_; }
    bool waits_for_sub_group() const {
        return waits_for_ == meeting::shuffle || waits_for_ == meeting::sub_group_barrier;
    }

    /// Whether both wait at the same place, by the same calls, or have ended. Passes may double a place: without rules
    /// it is enough that both wait for the same.
    bool waits_with(const work_item& other) const {
        if (!beside_.rules) return waits_for_ == other.waits_for_;
        return std::ranges::equal(frames_, other.frames_, {}, &frame::at, &frame::at);
    }

    /// Operands of the vote or shuffle at which the work-item waits.
    std::uint64_t given() const { return operand(*at_meeting_, 0); }
    std::uint64_t lane_asked() const {
        const auto* lanes = llvm::dyn_cast<llvm::ConstantDataVector>(at_meeting_->getArgOperand(1));  // a permute's
        if (lanes == nullptr) return operand(*at_meeting_, 1);
        return lanes->getElementAsInteger(static_cast<unsigned>(number_ % group_.sub_group_size));
    }

    void receive(std::uint64_t sent) { set(*at_meeting_, sent); }

private:
    struct frame {
        const llvm::BasicBlock* block = nullptr;
        llvm::BasicBlock::const_iterator at = {};
        std::vector<std::uint64_t> registers = {};
        std::size_t stack_top = 0;
    };

    llvm::BasicBlock::const_iterator& at() { return frames_.back().at; }
    std::vector<std::uint64_t>& registers() { return frames_.back().registers; }

    /// Observers look at the kernel, not at what it calls.
    run_observer* kernels_observer() const { return frames_.size() == 1 ? beside_.observer : nullptr; }

    std::uint64_t table(const llvm::Value& variable) const {
        const auto found = code_.tables_.find(&variable);
        if (found == code_.tables_.end()) throw unknown_operation("the interpreter does not know this variable");
        return reinterpret_cast<std::uintptr_t>(found->second.data());
    }

    /// PHIs change at once.
    void enter(const llvm::BasicBlock& block);

    void push_frame(const llvm::Function& function);

    /// To the caller; false from the kernel.
    bool go_back(const llvm::ReturnInst& end);

    void set(const llvm::Instruction& i, std::uint64_t v) {
        if (i.getType()->isVoidTy()) return;
        std::uint64_t& its = registers()[code_.numbers_.lookup(&i)];
        its = cut(v, *i.getType());
        if (run_observer* const observer = kernels_observer()) observer->computes(*this, i, its);
    }

    void set_defined(const llvm::Instruction& i, std::uint64_t v, llvm::ArrayRef<std::uint64_t> operands) {
        if (beside_.rules) expect_defined(i, operands, cut(v, *i.getType()));
        set(i, v);
    }

    /// An aggregate of two, in two registers.
    void set_both(const llvm::Instruction& i, std::uint64_t first, bool second) {
        const unsigned number = code_.numbers_.lookup(&i);
        registers()[number] = cut(first, *i.getType()->getStructElementType(0));
        registers()[number + 1] = second;
        if (run_observer* const observer = kernels_observer()) observer->computes(*this, i, registers()[number]);
    }

    std::uint64_t operand(const llvm::Instruction& i, unsigned n) const { return value(*i.getOperand(n)); }

    /// To `bytes` that the work-item may touch so.
    void* pointer(const llvm::Value& v, std::size_t bytes, memory_rules::access how);

    const llvm::BasicBlock* successor(const llvm::SwitchInst& choice) const;
    bool waits_at(const llvm::CallInst& call);

    llvm::SmallVector<std::uint64_t> arguments(const llvm::CallInst& call) const;
    void execute(const llvm::CallInst& call);
    void execute(const llvm::Instruction& i);
    void access(const llvm::Instruction& i);

    /// Replaces what lies there; returns it.
    template <class Made>
    std::uint64_t replace(const llvm::Value& place, const llvm::Type& type, const Made& made);

    std::uint64_t offset(const llvm::GetElementPtrInst& address) const;
    std::uint64_t builtin(const llvm::CallInst& call) const;

    const serial_interpreter& code_;
    group_run& of_;
    const run_surroundings& beside_;
    work_group& group_;
    std::size_t number_;  // linear id
    item_stack stack_;
    std::vector<frame> frames_;
    std::uint64_t steps_ = 0;
    meeting waits_for_ = meeting::none;
    const llvm::CallInst* at_meeting_ = nullptr;
};

}  // namespace ndweave::compiler::testing
