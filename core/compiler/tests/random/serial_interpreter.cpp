#include "serial_interpreter.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/SourceMgr.h>

#include <cstring>
#include <stdexcept>

#include "compiler/tests/host_kernel.hpp"
#include "interpreted_operations.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

/// Zeros, aligned as IR asks.
static aligned_buffer<char> variable(const AllocaInst& one) {
    return aligned_buffer<char>(one.getAllocationSize(one.getDataLayout())->getFixedValue());
}

class serial_interpreter::work_item : public running_item {
public:
    work_item(const serial_interpreter& code, work_group& group, std::size_t number, ArrayRef<const void*> arguments,
              const run_surroundings& beside, const DenseMap<const Value*, char*>& shared)
        : code_(code),
          group_(group),
          beside_(beside),
          shared_(shared),
          number_(number),
          registers_(code.numbers_.size()) {
        for (const auto& [argument, given] : zip_equal(code.kernel_->args(), arguments))
            registers_[code.numbers_.lookup(&argument)] = reinterpret_cast<std::uintptr_t>(given);
    }

    std::size_t number() const override { return number_; }

    /// Up to the next barrier or shuffle, or the end; false at the end.
    bool advance() {
        if (!block_) enter(code_.kernel_->getEntryBlock());
        for (;;) {
            const Instruction& i = *at_++;
            if (beside_.observer) beside_.observer->executes(*this, i);
            if (isa<ReturnInst>(i)) return false;
            if (const auto* branch = dyn_cast<BranchInst>(&i)) {
                enter(*branch->getSuccessor(branch->isConditional() && !value(*branch->getCondition()) ? 1 : 0));
            } else if (const auto* choice = dyn_cast<SwitchInst>(&i)) {
                enter(*successor(*choice));
            } else if (const auto* call = dyn_cast<CallInst>(&i)) {
                if (waits_at(*call)) return true;
                execute(*call);
            } else {
                execute(i);
            }
        }
    }

    /// The work-item waits to learn whether the condition holds for any: its own; none elsewhere.
    std::optional<bool> votes() const {
        if (!shuffle_ || shuffle_->arg_size() != 1) return std::nullopt;
        return value(*shuffle_->getArgOperand(0)) != 0;
    }

    /// Of the shuffle at which the work-item waits: the value that it gives, and the lane that it asks; none at a
    /// barrier.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> shuffled() const {
        if (!shuffle_ || shuffle_->arg_size() != 2) return std::nullopt;
        return std::pair(value(*shuffle_->getArgOperand(0)), value(*shuffle_->getArgOperand(1)));
    }

    void receive(std::uint64_t sent) { set(*shuffle_, sent); }

    std::uint64_t value(const Value& v) const override {
        if (const auto* constant = dyn_cast<Constant>(&v)) return bits_of(*constant);
        return registers_[code_.numbers_.lookup(&v)];
    }

private:
    /// PHIs change at once.
    void enter(const BasicBlock& block) {
        const BasicBlock* from = std::exchange(block_, &block);
        if (beside_.observer) beside_.observer->enters(*this, from, block);
        SmallVector<std::uint64_t> chosen;
        for (const PHINode& phi : block.phis()) chosen.push_back(value(*phi.getIncomingValueForBlock(from)));
        for (const auto& [phi, one] : zip(block.phis(), chosen)) set(phi, one);
        at_ = block.getFirstNonPHI()->getIterator();
    }

    void set(const Instruction& i, std::uint64_t v) {
        if (i.getType()->isVoidTy()) return;
        std::uint64_t& its = registers_[code_.numbers_.lookup(&i)];
        its = cut(v, *i.getType());
        if (beside_.observer) beside_.observer->computes(*this, i, its);
    }

    std::uint64_t operand(const Instruction& i, unsigned n) const { return value(*i.getOperand(n)); }
    void* pointer(const Value& v) const { return reinterpret_cast<void*>(value(v)); }

    const BasicBlock* successor(const SwitchInst& choice) const {
        const std::uint64_t of = value(*choice.getCondition());
        for (const auto& one : choice.cases()) {
            if (one.getCaseValue()->getZExtValue() == of) return one.getCaseSuccessor();
        }
        return choice.getDefaultDest();
    }

    bool waits_at(const CallInst& call) {
        const StringRef name = call.getCalledFunction()->getName();
        shuffle_ = name.contains("shuffle") || name.contains("group_any") ? &call : nullptr;
        return shuffle_ || name.contains("barrier");
    }

    void execute(const CallInst& call) {
        if (const auto* fill = dyn_cast<MemSetInst>(&call)) {
            std::memset(pointer(*fill->getDest()), static_cast<int>(value(*fill->getValue())),
                        value(*fill->getLength()));
        } else if (const auto* copy = dyn_cast<MemTransferInst>(&call)) {
            std::memmove(pointer(*copy->getDest()), pointer(*copy->getSource()), value(*copy->getLength()));
        } else if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
            if (intrinsic->isAssumeLikeIntrinsic()) return;  // what passes believe; observers look at it
            SmallVector<std::uint64_t> of;
            for (const Use& argument : call.args()) of.push_back(value(*argument));
            set(call, apply(*intrinsic, of));
        } else {
            set(call, builtin(call));
        }
    }

    void execute(const Instruction& i) {
        if (const auto* binary = dyn_cast<BinaryOperator>(&i)) {
            set(i, apply(*binary, operand(i, 0), operand(i, 1)));
        } else if (const auto* comparison = dyn_cast<CmpInst>(&i)) {
            set(i, apply(*comparison, operand(i, 0), operand(i, 1)));
        } else if (isa<FreezeInst>(i)) {
            set(i, operand(i, 0));
        } else if (isa<SelectInst>(i)) {
            if (!i.getOperand(0)->getType()->isIntegerTy()) refuse(i);
            set(i, operand(i, operand(i, 0) ? 1 : 2));
        } else if (const auto* cast = dyn_cast<CastInst>(&i)) {
            set(i, apply(*cast, operand(i, 0)));
        } else if (const auto* shuffle = dyn_cast<ShuffleVectorInst>(&i)) {
            set(i, apply(*shuffle, operand(i, 0), operand(i, 1)));
        } else if (isa<InsertElementInst>(i)) {
            set(i, with_element(*i.getType(), operand(i, 0), operand(i, 1), operand(i, 2)));
        } else if (isa<ExtractElementInst>(i)) {
            set(i, element(*i.getOperand(0)->getType(), operand(i, 0), operand(i, 1)));
        } else {
            access(i);
        }
    }

    void access(const Instruction& i) {
        const DataLayout& layout = i.getDataLayout();
        if (const auto shared = shared_.find(&i); shared != shared_.end()) {
            set(i, reinterpret_cast<std::uintptr_t>(shared->second));
        } else if (const auto* array = dyn_cast<AllocaInst>(&i)) {
            memory_.push_back(variable(*array));
            set(i, reinterpret_cast<std::uintptr_t>(memory_.back().data()));
        } else if (const auto* address = dyn_cast<GetElementPtrInst>(&i)) {
            set(i, value(*address->getPointerOperand()) + offset(*address, layout));
        } else if (const auto* load = dyn_cast<LoadInst>(&i)) {
            std::uint64_t v = 0;
            std::memcpy(&v, pointer(*load->getPointerOperand()), layout.getTypeStoreSize(i.getType()));
            set(i, v);
        } else if (const auto* store = dyn_cast<StoreInst>(&i)) {
            const std::uint64_t v = value(*store->getValueOperand());
            std::memcpy(pointer(*store->getPointerOperand()), &v,
                        layout.getTypeStoreSize(store->getValueOperand()->getType()));
        } else if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) {
            auto* const at = static_cast<std::uint32_t*>(pointer(*update->getPointerOperand()));
            set(i, *at);
            *at = apply(*update, *at, static_cast<std::uint32_t>(value(*update->getValOperand())));
        } else {
            refuse(i);
        }
    }

    std::uint64_t offset(const GetElementPtrInst& address, const DataLayout& layout) const {
        std::uint64_t bytes = 0;
        for (auto step = gep_type_begin(address); step != gep_type_end(address); ++step) {
            const unsigned bits = step.getOperand()->getType()->getIntegerBitWidth();
            const auto index = static_cast<std::uint64_t>(SignExtend64(value(*step.getOperand()), bits));
            if (StructType* type = step.getStructTypeOrNull()) {
                bytes += layout.getStructLayout(type)->getElementOffset(static_cast<unsigned>(index));
            } else {
                bytes += index * step.getSequentialElementStride(layout);
            }
        }
        return bytes;
    }

    std::uint64_t builtin(const CallInst& call) const {
        const StringRef name = call.getCalledFunction()->getName();
        if (name == "__ndweave_local_memory") return reinterpret_cast<std::uintptr_t>(group_.local_memory.data());
        if (name == "__ndweave_sub_group_id") return number_ / group_.sub_group_size;
        if (name == "__ndweave_sub_group_local_id") return number_ % group_.sub_group_size;
        if (name == "__ndweave_sub_group_size") return group_.sub_group_size;
        if (name == "__ndweave_linear_id") return number_;
        if (call.arg_size() != 1) refuse(call);
        if (name == "__ndweave_arena")
            return reinterpret_cast<std::uintptr_t>(beside_.arena) + value(*call.getArgOperand(0));
        const std::uint64_t axis = value(*call.getArgOperand(0));
        const std::uint32_t* const range = group_.local_range;
        if (name == "__ndweave_local_range" || name == "__ndweave_extent") return range[axis];
        if (name == "__ndweave_global_base") return group_.first_id[axis];
        if (name == "__ndweave_strip_first" || name == "__ndweave_first_id") return beside_.strip_first[axis];
        if (name == "__ndweave_last_id") return beside_.strip_first[axis] + range[axis] - 1;
        if (name == "__ndweave_group_id") return group_.group_id[axis];
        const std::size_t rows = axis == 0 ? 1 : axis == 1 ? range[0] : std::size_t{range[0]} * range[1];
        const std::size_t local = number_ / rows % range[axis];
        if (name == "__ndweave_global_id") return group_.first_id[axis] + local;
        if (name != "__ndweave_local_id") refuse(call);
        return local;
    }

    const serial_interpreter& code_;
    work_group& group_;
    const run_surroundings& beside_;
    const DenseMap<const Value*, char*>& shared_;
    std::size_t number_;  // linear id
    std::vector<std::uint64_t> registers_;
    std::vector<aligned_buffer<char>> memory_;
    const CallInst* shuffle_ = nullptr;  // at which the work-item waits
    const BasicBlock* block_ = nullptr;
    BasicBlock::const_iterator at_;
};

serial_interpreter::serial_interpreter(const kernel_text& kernel) : context_(std::make_unique<LLVMContext>()) {
    SMDiagnostic problem;
    module_ = parseAssemblyString(kernel.module, problem, *context_);
    if (!module_) throw std::logic_error("test kernel: " + problem.getMessage().str());
    kernel_ = module_->getFunction(kernel.name);
    number_values();
}

serial_interpreter::serial_interpreter(const Function& function, std::vector<const AllocaInst*> shared)
    : kernel_(&function), shared_(std::move(shared)) {
    number_values();
}

void serial_interpreter::number_values() {
    const auto give = [&](const Value& value) { numbers_.try_emplace(&value, numbers_.size()); };
    for (const Argument& argument : kernel_->args()) give(argument);
    for (const Instruction& i : instructions(*kernel_)) {
        if (!i.getType()->isVoidTy()) give(i);
    }
}

serial_interpreter::~serial_interpreter() = default;

/// All wait: those at a shuffle get what the lanes that they ask have given.
void serial_interpreter::exchange(std::vector<work_item>& items, const work_group& group) const {
    const bool any = any_of(items, [](const work_item& item) { return item.votes().value_or(false); });
    for (work_item& item : items) {
        if (item.votes()) item.receive(any);
    }
    std::vector<std::uint64_t> sent(items.size() + group.sub_group_size);
    for (std::size_t n = 0; n < items.size(); ++n) {
        if (const auto one = items[n].shuffled()) sent[n] = one->first;
    }
    for (std::size_t n = 0; n < items.size(); ++n) {
        const auto one = items[n].shuffled();
        if (one) items[n].receive(sent[n - n % group.sub_group_size + one->second % group.sub_group_size]);
    }
}

void serial_interpreter::run(work_group& group, const void* functor, const run_surroundings& beside) const {
    std::vector<aligned_buffer<char>> memory;
    DenseMap<const Value*, char*> shared;
    for (const AllocaInst* one : shared_) shared[one] = memory.emplace_back(variable(*one)).data();
    std::vector<work_item> running;
    running.reserve(group.items());
    if (beside.observer) beside.observer->begins(group, group.items());
    for (std::size_t n = 0; n < group.items(); ++n) running.emplace_back(*this, group, n, functor, beside, shared);
    for (;;) {
        std::size_t waiting = 0;
        for (work_item& item : running) waiting += item.advance();
        if (waiting != 0 && waiting != running.size()) throw std::logic_error("the kernel has a divergent barrier");
        if (beside.observer) beside.observer->meets();
        if (waiting == 0) return;
        exchange(running, group);
    }
}

void serial_interpreter::run_once(work_group& group, ArrayRef<const void*> arguments,
                                  const run_surroundings& beside) const {
    if (beside.observer) beside.observer->begins(group, 1);
    const DenseMap<const Value*, char*> nothing;
    work_item alone(*this, group, 0, arguments, beside, nothing);
    while (alone.advance()) throw std::logic_error("a barrier is left in what runs a whole group");
    if (beside.observer) beside.observer->meets();
}

}  // namespace ndweave::compiler::testing
