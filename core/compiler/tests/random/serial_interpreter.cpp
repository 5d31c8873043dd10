#include "serial_interpreter.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/SourceMgr.h>

#include <cstring>
#include <stdexcept>

#include "interpreted_operations.hpp"
#include "item_stack.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

/// What the work-items of a group share.
struct serial_interpreter::launch {
    const serial_interpreter& code;
    work_group& group;
    const void* functor;
    memory_watch* watch;
    std::uint64_t most;
    std::vector<std::uint64_t> scratch;
};

class serial_interpreter::work_item {
public:
    work_item(launch& of, std::size_t number)
        : of_(of), code_(of.code), group_(of.group), number_(number), stack_(of.code.private_bytes_) {
        call(*code_.kernel_);
        registers()[0] = reinterpret_cast<std::uintptr_t>(of.functor);
    }

    /// Up to the next barrier or shuffle, or the end; false at the end.
    bool advance() {
        for (;;) {
            const Instruction& i = *at()++;
            if (++steps_ > of_.most) throw illegal_kernel("the kernel does not come to an end");
            if (const auto* end = dyn_cast<ReturnInst>(&i)) {
                if (!go_back(*end)) return false;
            } else if (const auto* branch = dyn_cast<BranchInst>(&i)) {
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

    /// Whether both wait at the same place, by the same calls.
    bool waits_with(const work_item& other) const {
        return std::ranges::equal(frames_, other.frames_, {}, &frame::at, &frame::at);
    }

    /// Of the shuffle at which the work-item waits: the value that it gives, and the lane that it asks; none at a
    /// barrier.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> shuffled() const {
        if (!shuffle_) return std::nullopt;
        return std::pair(value(*shuffle_->getArgOperand(0)), value(*shuffle_->getArgOperand(1)));
    }

    void receive(std::uint64_t sent) { set(*shuffle_, sent); }

private:
    struct frame {
        BasicBlock::const_iterator at;
        std::vector<std::uint64_t> registers;
        std::size_t stack_top;
    };

    BasicBlock::const_iterator& at() { return frames_.back().at; }
    std::vector<std::uint64_t>& registers() { return frames_.back().registers; }
    void enter(const BasicBlock& block) { at() = block.begin(); }

    void call(const Function& function) {
        std::vector<std::uint64_t> registers(code_.register_counts_.lookup(&function));
        frames_.push_back({function.getEntryBlock().begin(), std::move(registers), stack_.top()});
    }

    /// To the caller; false from the kernel.
    bool go_back(const ReturnInst& end) {
        const std::uint64_t result = end.getReturnValue() ? value(*end.getReturnValue()) : 0;
        stack_.pop_to(frames_.back().stack_top);
        frames_.pop_back();
        if (frames_.empty()) return false;
        const Instruction& caller = *std::prev(at());
        if (!caller.getType()->isVoidTy()) set(caller, result);
        return true;
    }

    void set(const Instruction& i, std::uint64_t v) { registers()[code_.numbers_.lookup(&i)] = cut(v, *i.getType()); }

    /// An aggregate of two, in two registers.
    void set_both(const Instruction& i, std::uint64_t first, bool second) {
        const unsigned number = code_.numbers_.lookup(&i);
        registers()[number] = cut(first, *i.getType()->getStructElementType(0));
        registers()[number + 1] = second;
    }

    std::uint64_t value(const Value& v) const {
        if (isa<GlobalVariable>(v)) return reinterpret_cast<std::uintptr_t>(code_.tables_.find(&v)->second.data());
        if (const auto* constant = dyn_cast<Constant>(&v)) return bits_of(*constant);
        return frames_.back().registers[code_.numbers_.lookup(&v)];
    }

    std::uint64_t operand(const Instruction& i, unsigned n) const { return value(*i.getOperand(n)); }

    /// To `bytes` that the work-item may touch so.
    void* pointer(const Value& v, std::size_t bytes, memory_watch::access how) {
        void* const at = reinterpret_cast<void*>(value(v));
        if (stack_.holds(at)) {
            // An atomic operation reads first.
            if (how == memory_watch::access::atomic) stack_.look(at, bytes, false);
            stack_.look(at, bytes, how != memory_watch::access::read);
        } else if (of_.watch) {
            of_.watch->look(static_cast<std::uint32_t>(number_), at, bytes, how);
        }
        return at;
    }

    const BasicBlock* successor(const SwitchInst& choice) const {
        const std::uint64_t of = value(*choice.getCondition());
        for (const auto& one : choice.cases()) {
            if (one.getCaseValue()->getZExtValue() == of) return one.getCaseSuccessor();
        }
        return choice.getDefaultDest();
    }

    bool waits_at(const CallInst& call) {
        const StringRef name = call.getCalledFunction()->getName();
        shuffle_ = name.starts_with("__ndweave_shuffle") ? &call : nullptr;
        return shuffle_ || (name.starts_with("__ndweave_") && name.contains("barrier"));
    }

    void execute(const CallInst& call) {
        if (const auto* fill = dyn_cast<MemSetInst>(&call)) {
            const std::size_t bytes = value(*fill->getLength());
            std::memset(pointer(*fill->getDest(), bytes, memory_watch::access::write),
                        static_cast<int>(value(*fill->getValue())), bytes);
        } else if (const auto* copy = dyn_cast<MemCpyInst>(&call)) {
            const std::size_t bytes = value(*copy->getLength());
            const void* from = pointer(*copy->getSource(), bytes, memory_watch::access::read);
            std::memmove(pointer(*copy->getDest(), bytes, memory_watch::access::write), from, bytes);
        } else if (const auto* checked = dyn_cast<WithOverflowInst>(&call)) {
            const auto [result, overflow] = apply(*checked, value(*checked->getLHS()), value(*checked->getRHS()));
            set_both(call, result, overflow);
        } else if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
            SmallVector<std::uint64_t> of;
            for (const Use& argument : call.args()) of.push_back(value(*argument));
            set(call, apply(*intrinsic, of));
        } else if (const Function* helper = call.getCalledFunction(); !helper->isDeclaration()) {
            SmallVector<std::uint64_t> of;
            for (const Use& argument : call.args()) of.push_back(value(*argument));
            this->call(*helper);
            copy_n(of.begin(), of.size(), registers().begin());
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
        } else if (const auto* part = dyn_cast<ExtractValueInst>(&i)) {
            const unsigned number = code_.numbers_.lookup(part->getAggregateOperand());
            set(i, registers()[number + *part->idx_begin()]);
        } else if (const auto* address = dyn_cast<GetElementPtrInst>(&i)) {
            set(i, value(*address->getPointerOperand()) + offset(*address));
        } else {
            access(i);
        }
    }

    void access(const Instruction& i) {
        using enum memory_watch::access;
        const DataLayout& layout = code_.module_->getDataLayout();
        if (const auto* variable = dyn_cast<AllocaInst>(&i)) {
            std::byte* const at = stack_.push(layout.getTypeAllocSize(variable->getAllocatedType()));
            set(i, reinterpret_cast<std::uintptr_t>(at));
        } else if (const auto* load = dyn_cast<LoadInst>(&i)) {
            const std::size_t bytes = layout.getTypeStoreSize(i.getType());
            std::uint64_t v = 0;
            std::memcpy(&v, pointer(*load->getPointerOperand(), bytes, load->isAtomic() ? atomic : read), bytes);
            set(i, v);
        } else if (const auto* store = dyn_cast<StoreInst>(&i)) {
            const std::size_t bytes = layout.getTypeStoreSize(store->getValueOperand()->getType());
            const std::uint64_t v = value(*store->getValueOperand());
            std::memcpy(pointer(*store->getPointerOperand(), bytes, store->isAtomic() ? atomic : write), &v, bytes);
        } else if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) {
            const std::uint64_t by = value(*update->getValOperand());
            set(i, replace(*update->getPointerOperand(), *i.getType(),
                           [&](std::uint64_t old) { return apply(*update, old, by); }));
        } else if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
            const std::uint64_t expected = value(*exchange->getCompareOperand());
            const std::uint64_t made = value(*exchange->getNewValOperand());
            const std::uint64_t old =
                replace(*exchange->getPointerOperand(), *exchange->getNewValOperand()->getType(),
                        [&](std::uint64_t found) { return found == expected ? made : found; });
            set_both(i, old, old == expected);
        } else {
            refuse(i);
        }
    }

    /// Replaces what lies there; returns it.
    template <class Made>
    std::uint64_t replace(const Value& place, const Type& type, const Made& made) {
        const std::size_t bytes = type.getIntegerBitWidth() / 8;
        void* const at = pointer(place, bytes, memory_watch::access::atomic);
        std::uint64_t old = 0;
        std::memcpy(&old, at, bytes);
        const std::uint64_t now = made(old);
        std::memcpy(at, &now, bytes);
        return old;
    }

    std::uint64_t offset(const GetElementPtrInst& address) const {
        const DataLayout& layout = code_.module_->getDataLayout();
        std::uint64_t bytes = 0;
        for (auto step = gep_type_begin(address); step != gep_type_end(address); ++step) {
            const Value& by = *step.getOperand();
            const std::uint64_t index = value(by);
            if (StructType* type = step.getStructTypeOrNull()) {
                bytes += layout.getStructLayout(type)->getElementOffset(static_cast<unsigned>(index));
            } else {
                bytes += with_sign(index, *by.getType()) * step.getSequentialElementStride(layout);
            }
        }
        return bytes;
    }

    std::uint64_t builtin(const CallInst& call) const {
        const StringRef name = call.getCalledFunction()->getName();
        if (name == "__ndweave_local_memory") return reinterpret_cast<std::uintptr_t>(group_.local_memory.data());
        if (name == "__ndweave_group_scratch") return reinterpret_cast<std::uintptr_t>(of_.scratch.data());
        if (name == "__ndweave_atomic_scope") return operand(call, 0);
        if (name == "__ndweave_sub_group_size") return group_.sub_group_size;
        if (name == "__ndweave_sub_group_id") return number_ / group_.sub_group_size;
        if (name == "__ndweave_sub_group_local_id") return number_ % group_.sub_group_size;
        const std::uint64_t axis = value(*call.getArgOperand(0));
        const std::uint32_t* const range = group_.local_range;
        if (name == "__ndweave_local_range") return range[axis];
        if (name == "__ndweave_group_id") return group_.group_id[axis];
        const std::size_t rows = axis == 0 ? 1 : axis == 1 ? range[0] : std::size_t{range[0]} * range[1];
        const std::size_t local = number_ / rows % range[axis];
        if (name == "__ndweave_global_id") {
            return group_.first_id[axis] + group_.group_id[axis] * range[axis] + local;
        }
        if (name != "__ndweave_local_id") refuse(call);
        return local;
    }

    launch& of_;
    const serial_interpreter& code_;
    work_group& group_;
    std::size_t number_;  // linear id
    item_stack stack_;
    std::vector<frame> frames_;
    std::uint64_t steps_ = 0;
    const CallInst* shuffle_ = nullptr;  // at which the work-item waits
};

serial_interpreter::serial_interpreter(const kernel_text& kernel) : context_(std::make_unique<LLVMContext>()) {
    SMDiagnostic problem;
    module_ = parseAssemblyString(kernel.module, problem, *context_);
    if (!module_) throw std::logic_error("test kernel: " + problem.getMessage().str());
    kernel_ = module_->getFunction(kernel.name);
    number_values();
    lay_out_tables();
}

serial_interpreter::~serial_interpreter() = default;

void serial_interpreter::number_values() {
    for (const Function& function : *module_) {
        unsigned next = 0;
        for (const Argument& argument : function.args()) numbers_[&argument] = next++;
        for (const Instruction& i : instructions(function)) {
            if (!i.getType()->isVoidTy()) numbers_[&i] = next++;
            if (i.getType()->isStructTy()) ++next;
            if (const auto* variable = dyn_cast<AllocaInst>(&i)) {
                private_bytes_ +=
                    item_stack::room_for(module_->getDataLayout().getTypeAllocSize(variable->getAllocatedType()));
            }
        }
        register_counts_[&function] = next;
    }
}

void serial_interpreter::lay_out_tables() {
    for (const GlobalVariable& table : module_->globals()) {
        const auto* numbers = dyn_cast<ConstantDataArray>(table.getInitializer());
        if (!numbers) throw std::logic_error("the interpreter does not know this variable");
        const StringRef bytes = numbers->getRawDataValues();
        std::vector<std::uint64_t>& kept = tables_[&table];
        kept.resize((bytes.size() + 7) / 8);
        std::memcpy(kept.data(), bytes.data(), bytes.size());
    }
}

/// All wait: those at a shuffle get what the lanes that they ask have given.
void serial_interpreter::exchange(std::vector<work_item>& items, const work_group& group) const {
    std::vector<std::uint64_t> sent(items.size() + group.sub_group_size);
    for (std::size_t n = 0; n < items.size(); ++n) {
        if (const auto one = items[n].shuffled()) sent[n] = one->first;
    }
    for (std::size_t n = 0; n < items.size(); ++n) {
        const auto one = items[n].shuffled();
        if (!one) continue;
        const std::size_t from = n - n % group.sub_group_size + one->second;
        if (one->second >= group.sub_group_size || from >= items.size()) throw illegal_kernel("a lane that is not there");
        items[n].receive(sent[from]);
    }
}

void serial_interpreter::run(work_group& group, const void* functor, memory_watch* watch, std::uint64_t most) const {
    launch of{*this, group, functor, watch, most, std::vector<std::uint64_t>(2 * group.items())};
    if (watch) {
        for (const auto& [variable, table] : tables_) watch->add_constant(std::as_bytes(std::span(table)));
        watch->start_group({std::as_bytes(std::span(group.local_memory)), std::as_bytes(std::span(of.scratch))});
    }
    std::vector<work_item> running;
    for (std::size_t n = 0; n < group.items(); ++n) running.emplace_back(of, n);
    for (;;) {
        std::size_t waiting = 0;
        for (work_item& item : running) waiting += item.advance();
        if (waiting == 0) return;
        const bool together = waiting == running.size() && std::ranges::all_of(running, [&](const work_item& item) {
            return item.waits_with(running.front());
        });
        if (!together) throw illegal_kernel("the kernel has a divergent barrier");
        if (watch && !running.front().shuffled()) watch->pass_barrier();
        exchange(running, group);
    }
}

}  // namespace ndweave::compiler::testing
