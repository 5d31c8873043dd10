#include "serial_interpreter.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/SourceMgr.h>

#include <cstring>
#include <stdexcept>

#include "interpreted_operations.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

class serial_interpreter::work_item {
public:
    work_item(const serial_interpreter& code, work_group& group, std::size_t number, const void* functor)
        : code_(code), group_(group), number_(number), registers_(code.numbers_.size()) {
        registers_[code.numbers_.lookup(code.kernel_->getArg(0))] = reinterpret_cast<std::uintptr_t>(functor);
        enter(code.kernel_->getEntryBlock());
    }

    /// Up to the next barrier or shuffle, or the end; false at the end.
    bool advance() {
        for (;;) {
            const Instruction& i = *at_++;
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

    /// Of the shuffle at which the work-item waits: the value that it gives, and the lane that it asks; none at a
    /// barrier.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> shuffled() const {
        if (!shuffle_) return std::nullopt;
        return std::pair(value(*shuffle_->getArgOperand(0)), value(*shuffle_->getArgOperand(1)));
    }

    void receive(std::uint64_t sent) { set(*shuffle_, sent); }

private:
    void enter(const BasicBlock& block) { at_ = block.begin(); }
    void set(const Instruction& i, std::uint64_t v) { registers_[code_.numbers_.lookup(&i)] = cut(v, *i.getType()); }

    std::uint64_t value(const Value& v) const {
        if (const auto* constant = dyn_cast<Constant>(&v)) return bits_of(*constant);
        return registers_[code_.numbers_.lookup(&v)];
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
        shuffle_ = name.contains("shuffle") ? &call : nullptr;
        return shuffle_ || name.contains("barrier");
    }

    void execute(const CallInst& call) {
        if (const auto* fill = dyn_cast<MemSetInst>(&call)) {
            std::memset(pointer(*fill->getDest()), static_cast<int>(value(*fill->getValue())),
                        value(*fill->getLength()));
        } else if (const auto* copy = dyn_cast<MemCpyInst>(&call)) {
            std::memmove(pointer(*copy->getDest()), pointer(*copy->getSource()), value(*copy->getLength()));
        } else if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
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
        } else if (isa<SelectInst>(i)) {
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
        const DataLayout& layout = code_.module_->getDataLayout();
        if (const auto* array = dyn_cast<AllocaInst>(&i)) {
            memory_.push_back(std::make_unique<char[]>(layout.getTypeAllocSize(array->getAllocatedType())));
            set(i, reinterpret_cast<std::uintptr_t>(memory_.back().get()));
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
            const std::uint64_t index = value(*step.getOperand());
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
        const std::uint64_t axis = value(*call.getArgOperand(0));
        const std::uint32_t* const range = group_.local_range;
        if (name == "__ndweave_local_range") return range[axis];
        if (name == "__ndweave_group_id") return group_.group_id[axis];
        const std::size_t rows = axis == 0 ? 1 : axis == 1 ? range[0] : std::size_t{range[0]} * range[1];
        const std::size_t local = number_ / rows % range[axis];
        if (name == "__ndweave_global_id") return group_.first_id[axis] + local;
        if (name != "__ndweave_local_id") refuse(call);
        return local;
    }

    const serial_interpreter& code_;
    work_group& group_;
    std::size_t number_;  // linear id
    std::vector<std::uint64_t> registers_;
    std::vector<std::unique_ptr<char[]>> memory_;
    const CallInst* shuffle_ = nullptr;  // at which the work-item waits
    BasicBlock::const_iterator at_;
};

serial_interpreter::serial_interpreter(const kernel_text& kernel) : context_(std::make_unique<LLVMContext>()) {
    SMDiagnostic problem;
    module_ = parseAssemblyString(kernel.module, problem, *context_);
    if (!module_) throw std::logic_error("test kernel: " + problem.getMessage().str());
    kernel_ = module_->getFunction(kernel.name);
    numbers_[kernel_->getArg(0)] = 0;
    for (const Instruction& i : instructions(*kernel_)) {
        const unsigned next = numbers_.size();
        if (!i.getType()->isVoidTy()) numbers_[&i] = next;
    }
}

serial_interpreter::~serial_interpreter() = default;

/// All wait: those at a shuffle get what the lanes that they ask have given.
void serial_interpreter::exchange(std::vector<work_item>& items, const work_group& group) const {
    std::vector<std::uint64_t> sent(items.size() + group.sub_group_size);
    for (std::size_t n = 0; n < items.size(); ++n) {
        if (const auto one = items[n].shuffled()) sent[n] = one->first;
    }
    for (std::size_t n = 0; n < items.size(); ++n) {
        const auto one = items[n].shuffled();
        if (one) items[n].receive(sent[n - n % group.sub_group_size + one->second % group.sub_group_size]);
    }
}

void serial_interpreter::run(work_group& group, const void* functor) const {
    std::vector<work_item> running;
    for (std::size_t n = 0; n < group.items(); ++n) running.emplace_back(*this, group, n, functor);
    for (;;) {
        std::size_t waiting = 0;
        for (work_item& item : running) waiting += item.advance();
        if (waiting == 0) return;
        if (waiting != running.size()) throw std::logic_error("the kernel has a divergent barrier");
        exchange(running, group);
    }
}

}  // namespace ndweave::compiler::testing
