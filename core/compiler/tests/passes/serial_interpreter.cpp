#include "serial_interpreter.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/SourceMgr.h>

#include <cstring>
#include <stdexcept>

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

[[noreturn]] void refuse(const Instruction& i) {
    throw std::logic_error("the interpreter does not know " + std::string(i.getOpcodeName()));
}

unsigned width(const Type& type) { return type.isPointerTy() ? 64 : type.getIntegerBitWidth(); }

std::uint64_t cut(std::uint64_t value, const Type& type) {
    const unsigned bits = width(type);
    return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::uint64_t combine(const BinaryOperator& i, std::uint64_t a, std::uint64_t b) {
    switch (i.getOpcode()) {
        case Instruction::Add:
            return a + b;
        case Instruction::Sub:
            return a - b;
        case Instruction::Mul:
            return a * b;
        case Instruction::And:
            return a & b;
        case Instruction::Or:
            return a | b;
        case Instruction::Xor:
            return a ^ b;
        case Instruction::LShr:
            return a >> b;
        case Instruction::URem:
            return a % b;
        default:
            refuse(i);
    }
}

bool compare(const ICmpInst& i, std::uint64_t a, std::uint64_t b) {
    const unsigned bits = width(*i.getOperand(0)->getType());
    return ICmpInst::compare(APInt(bits, a), APInt(bits, b), i.getPredicate());
}

}  // namespace

class serial_interpreter::work_item {
public:
    work_item(const serial_interpreter& code, work_group& group, std::size_t number, const void* functor)
        : code_(code), group_(group), number_(number), registers_(code.numbers_.size()) {
        registers_[code.numbers_.lookup(code.kernel_->getArg(0))] = reinterpret_cast<std::uintptr_t>(functor);
        enter(code.kernel_->getEntryBlock());
    }

    /// Up to the next barrier or the end; false at the end.
    bool advance() {
        for (;;) {
            const Instruction& i = *at_++;
            if (isa<ReturnInst>(i)) return false;
            if (const auto* branch = dyn_cast<BranchInst>(&i)) {
                enter(*branch->getSuccessor(branch->isConditional() && !value(*branch->getCondition()) ? 1 : 0));
            } else if (const auto* call = dyn_cast<CallInst>(&i)) {
                if (call->getCalledFunction()->getName() == "__ndweave_barrier") return true;
                if (const auto* fill = dyn_cast<MemSetInst>(call)) {
                    std::memset(pointer(*fill->getDest()), static_cast<int>(value(*fill->getValue())),
                                value(*fill->getLength()));
                } else {
                    set(i, builtin(*call));
                }
            } else {
                execute(i);
            }
        }
    }

private:
    void enter(const BasicBlock& block) { at_ = block.begin(); }
    void set(const Instruction& i, std::uint64_t v) { registers_[code_.numbers_.lookup(&i)] = cut(v, *i.getType()); }

    std::uint64_t value(const Value& v) const {
        if (const auto* constant = dyn_cast<ConstantInt>(&v)) return constant->getZExtValue();
        return registers_[code_.numbers_.lookup(&v)];
    }

    void* pointer(const Value& v) const { return reinterpret_cast<void*>(value(v)); }

    void execute(const Instruction& i) {
        if (const auto* binary = dyn_cast<BinaryOperator>(&i)) {
            set(i, combine(*binary, value(*i.getOperand(0)), value(*i.getOperand(1))));
        } else if (const auto* comparison = dyn_cast<ICmpInst>(&i)) {
            set(i, compare(*comparison, value(*i.getOperand(0)), value(*i.getOperand(1))));
        } else if (isa<SelectInst>(i)) {
            set(i, value(*i.getOperand(value(*i.getOperand(0)) ? 1 : 2)));
        } else if (isa<ZExtInst>(i) || isa<TruncInst>(i)) {
            set(i, value(*i.getOperand(0)));
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
            if (address->getNumIndices() != 1) refuse(i);
            const std::uint64_t size = layout.getTypeAllocSize(address->getSourceElementType());
            set(i, value(*address->getPointerOperand()) + size * value(*i.getOperand(1)));
        } else if (const auto* load = dyn_cast<LoadInst>(&i)) {
            std::uint64_t v = 0;
            std::memcpy(&v, pointer(*load->getPointerOperand()), layout.getTypeStoreSize(i.getType()));
            set(i, v);
        } else if (const auto* store = dyn_cast<StoreInst>(&i)) {
            const std::uint64_t v = value(*store->getValueOperand());
            std::memcpy(pointer(*store->getPointerOperand()), &v,
                        layout.getTypeStoreSize(store->getValueOperand()->getType()));
        } else if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) {
            if (update->getOperation() != AtomicRMWInst::Add || width(*i.getType()) != 32) refuse(i);
            auto* const sum = static_cast<std::uint32_t*>(pointer(*update->getPointerOperand()));
            set(i, *sum);
            *sum += static_cast<std::uint32_t>(value(*update->getValOperand()));
        } else {
            refuse(i);
        }
    }

    std::uint64_t builtin(const CallInst& call) const {
        const StringRef name = call.getCalledFunction()->getName();
        if (name == "__ndweave_local_memory") return reinterpret_cast<std::uintptr_t>(group_.local_memory.data());
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

void serial_interpreter::run(work_group& group, const void* functor) const {
    std::vector<work_item> running;
    for (std::size_t n = 0; n < group.items(); ++n) running.emplace_back(*this, group, n, functor);
    for (;;) {
        std::size_t waiting = 0;
        for (work_item& item : running) waiting += item.advance();
        if (waiting == 0) return;
        if (waiting != running.size()) throw std::logic_error("the kernel has a divergent barrier");
    }
}

}  // namespace ndweave::compiler::testing
