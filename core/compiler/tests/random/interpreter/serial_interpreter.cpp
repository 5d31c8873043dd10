#include "serial_interpreter.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/SourceMgr.h>

#include <cstring>
#include <stdexcept>

#include "compiler/tests/host_kernel.hpp"
#include "interpreted_operations.hpp"
#include "item_stack.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

/// Zeros, aligned as IR asks.
static aligned_buffer<char> variable(const AllocaInst& one) {
    return aligned_buffer<char>(one.getAllocationSize(one.getDataLayout())->getFixedValue());
}

/// What the work-items of a group share.
struct serial_interpreter::group_run {
    group_run(const serial_interpreter& code, work_group& group, const run_surroundings& beside)
        : group(group), beside(beside), scratch(2 * group.items()) {
        for (const AllocaInst* one : code.shared_) shared[one] = memory.emplace_back(variable(*one)).data();
        if (!beside.rules) return;
        for (const auto& [name, table] : code.tables_) beside.rules->add_constant(std::as_bytes(std::span(table)));
        beside.rules->start_group({std::as_bytes(std::span(group.local_memory)), std::as_bytes(std::span(scratch))});
    }

    work_group& group;
    const run_surroundings& beside;
    std::vector<std::uint64_t> scratch;
    std::vector<aligned_buffer<char>> memory;
    DenseMap<const Value*, char*> shared;
};

class serial_interpreter::work_item : public running_item {
public:
    work_item(const serial_interpreter& code, group_run& of, std::size_t number, ArrayRef<const void*> arguments)
        : code_(code), of_(of), beside_(of.beside), group_(of.group), number_(number), stack_(code.private_bytes_) {
        push_frame(*code_.kernel_);
        for (const auto& [argument, given] : zip_equal(code.kernel_->args(), arguments))
            registers()[code.numbers_.lookup(&argument)] = reinterpret_cast<std::uintptr_t>(given);
    }

    std::size_t number() const override { return number_; }

    std::uint64_t value(const Value& v) const override {
        if (isa<GlobalVariable>(v)) return table(v);
        if (const auto* constant = dyn_cast<Constant>(&v)) return bits_of(*constant);
        return frames_.back().registers[code_.numbers_.lookup(&v)];
    }

    /// Up to the next barrier or shuffle, or the end; false at the end.
    bool advance() {
        if (!frames_.back().block) enter(code_.kernel_->getEntryBlock());
        for (;;) {
            const Instruction& i = *at()++;
            if (++steps_ > beside_.most) throw illegal_kernel("the kernel does not come to an end");
            if (run_observer* const observer = kernels_observer()) observer->executes(*this, i);
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

    /// The work-item waits to learn whether the condition holds for any: its own; none elsewhere.
    std::optional<bool> votes() const {
        if (!shuffle_ || shuffle_->arg_size() != 1) return std::nullopt;
        return value(*shuffle_->getArgOperand(0)) != 0;
    }

    bool keeps_rules() const { return beside_.rules; }

    /// Of the shuffle at which the work-item waits: the value that it gives, and the lane that it asks; none at a
    /// barrier.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> shuffled() const {
        if (!shuffle_ || shuffle_->arg_size() != 2) return std::nullopt;
        return std::pair(value(*shuffle_->getArgOperand(0)), value(*shuffle_->getArgOperand(1)));
    }

    void receive(std::uint64_t sent) { set(*shuffle_, sent); }

private:
    struct frame {
        const BasicBlock* block = nullptr;
        BasicBlock::const_iterator at = {};
        std::vector<std::uint64_t> registers = {};
        std::size_t stack_top = 0;
    };

    BasicBlock::const_iterator& at() { return frames_.back().at; }
    std::vector<std::uint64_t>& registers() { return frames_.back().registers; }

    /// Observers look at the kernel, not at what it calls.
    run_observer* kernels_observer() const { return frames_.size() == 1 ? beside_.observer : nullptr; }

    std::uint64_t table(const Value& variable) const {
        const auto found = code_.tables_.find(&variable);
        if (found == code_.tables_.end()) throw unknown_operation("the interpreter does not know this variable");
        return reinterpret_cast<std::uintptr_t>(found->second.data());
    }

    /// PHIs change at once.
    void enter(const BasicBlock& block) {
        const BasicBlock* from = std::exchange(frames_.back().block, &block);
        if (run_observer* const observer = kernels_observer()) observer->enters(*this, from, block);
        SmallVector<std::uint64_t> chosen;
        for (const PHINode& phi : block.phis()) chosen.push_back(value(*phi.getIncomingValueForBlock(from)));
        for (const auto& [phi, one] : zip(block.phis(), chosen)) set(phi, one);
        at() = block.getFirstNonPHI()->getIterator();
    }

    void push_frame(const Function& function) {
        frame& made = frames_.emplace_back();
        made.registers.resize(code_.register_counts_.lookup(&function));
        made.stack_top = stack_.top();
    }

    /// To the caller; false from the kernel.
    bool go_back(const ReturnInst& end) {
        const std::uint64_t result = end.getReturnValue() ? value(*end.getReturnValue()) : 0;
        stack_.pop_to(frames_.back().stack_top);
        frames_.pop_back();
        if (frames_.empty()) return false;
        const Instruction& caller = *std::prev(at());
        set(caller, result);
        return true;
    }

    void set(const Instruction& i, std::uint64_t v) {
        if (i.getType()->isVoidTy()) return;
        std::uint64_t& its = registers()[code_.numbers_.lookup(&i)];
        its = cut(v, *i.getType());
        if (run_observer* const observer = kernels_observer()) observer->computes(*this, i, its);
    }

    void set_defined(const Instruction& i, std::uint64_t v, ArrayRef<std::uint64_t> operands) {
        if (beside_.rules) expect_defined(i, operands, cut(v, *i.getType()));
        set(i, v);
    }

    /// An aggregate of two, in two registers.
    void set_both(const Instruction& i, std::uint64_t first, bool second) {
        const unsigned number = code_.numbers_.lookup(&i);
        registers()[number] = cut(first, *i.getType()->getStructElementType(0));
        registers()[number + 1] = second;
        if (run_observer* const observer = kernels_observer()) observer->computes(*this, i, registers()[number]);
    }

    std::uint64_t operand(const Instruction& i, unsigned n) const { return value(*i.getOperand(n)); }

    /// To `bytes` that the work-item may touch so.
    void* pointer(const Value& v, std::size_t bytes, memory_rules::access how) {
        void* const at = reinterpret_cast<void*>(value(v));
        if (!beside_.rules) return at;
        if (stack_.holds(at)) {
            // An atomic operation reads first.
            if (how == memory_rules::access::atomic) stack_.look(at, bytes, false);
            stack_.look(at, bytes, how != memory_rules::access::read);
        } else {
            beside_.rules->look(static_cast<std::uint32_t>(number_), at, bytes, how);
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
        if (!name.starts_with("__ndweave_")) return false;
        shuffle_ = name.contains("shuffle") || name.contains("group_any") ? &call : nullptr;
        return shuffle_ || name.contains("barrier");
    }

    SmallVector<std::uint64_t> arguments(const CallInst& call) const {
        SmallVector<std::uint64_t> of;
        for (const Use& argument : call.args()) of.push_back(value(*argument));
        return of;
    }

    void execute(const CallInst& call) {
        if (const auto* fill = dyn_cast<MemSetInst>(&call)) {
            const std::size_t bytes = value(*fill->getLength());
            std::memset(pointer(*fill->getDest(), bytes, memory_rules::access::write),
                        static_cast<int>(value(*fill->getValue())), bytes);
        } else if (const auto* copy = dyn_cast<MemTransferInst>(&call)) {
            const std::size_t bytes = value(*copy->getLength());
            const void* from = pointer(*copy->getSource(), bytes, memory_rules::access::read);
            std::memmove(pointer(*copy->getDest(), bytes, memory_rules::access::write), from, bytes);
        } else if (const auto* checked = dyn_cast<WithOverflowInst>(&call)) {
            const auto [result, overflow] = apply(*checked, value(*checked->getLHS()), value(*checked->getRHS()));
            set_both(call, result, overflow);
        } else if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
            if (intrinsic->isAssumeLikeIntrinsic()) return;  // what passes believe; observers look at it
            const auto of = arguments(call);
            set_defined(call, apply(*intrinsic, of), of);
        } else if (const Function* helper = call.getCalledFunction(); !helper->isDeclaration()) {
            const auto of = arguments(call);
            push_frame(*helper);
            std::ranges::copy(of, registers().begin());
            enter(helper->getEntryBlock());
        } else {
            set(call, builtin(call));
        }
    }

    void execute(const Instruction& i) {
        if (const auto* binary = dyn_cast<BinaryOperator>(&i)) {
            const std::uint64_t of[] = {operand(i, 0), operand(i, 1)};
            set_defined(i, apply(*binary, of[0], of[1]), of);
        } else if (const auto* comparison = dyn_cast<CmpInst>(&i)) {
            set(i, apply(*comparison, operand(i, 0), operand(i, 1)));
        } else if (isa<FreezeInst>(i)) {
            set(i, operand(i, 0));
        } else if (isa<SelectInst>(i)) {
            if (!i.getOperand(0)->getType()->isIntegerTy()) refuse(i);
            set(i, operand(i, operand(i, 0) ? 1 : 2));
        } else if (const auto* cast = dyn_cast<CastInst>(&i)) {
            const std::uint64_t of = operand(i, 0);
            set_defined(i, apply(*cast, of), of);
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
        using enum memory_rules::access;
        const DataLayout& layout = i.getDataLayout();
        if (const auto shared = of_.shared.find(&i); shared != of_.shared.end()) {
            set(i, reinterpret_cast<std::uintptr_t>(shared->second));
        } else if (const auto* one = dyn_cast<AllocaInst>(&i)) {
            set(i, reinterpret_cast<std::uintptr_t>(stack_.push(one->getAllocationSize(layout)->getFixedValue())));
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
            const std::uint64_t old = replace(*exchange->getPointerOperand(), *exchange->getNewValOperand()->getType(),
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
        void* const at = pointer(place, bytes, memory_rules::access::atomic);
        std::uint64_t old = 0;
        std::memcpy(&old, at, bytes);
        const std::uint64_t now = made(old);
        std::memcpy(at, &now, bytes);
        return old;
    }

    std::uint64_t offset(const GetElementPtrInst& address) const {
        const DataLayout& layout = address.getDataLayout();
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
        if (name == "__ndweave_linear_id") return number_;
        if (call.arg_size() != 1) refuse(call);
        if (name == "__ndweave_arena") return reinterpret_cast<std::uintptr_t>(beside_.arena) + operand(call, 0);
        const std::uint64_t axis = operand(call, 0);
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
    group_run& of_;
    const run_surroundings& beside_;
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

serial_interpreter::serial_interpreter(const Function& function, std::vector<const AllocaInst*> shared)
    : kernel_(&function), shared_(std::move(shared)) {
    number_values();
    lay_out_tables();
}

serial_interpreter::~serial_interpreter() = default;

void serial_interpreter::number_values() {
    for (const Function& function : *kernel_->getParent()) {
        unsigned next = 0;
        for (const Argument& argument : function.args()) numbers_[&argument] = next++;
        for (const Instruction& i : instructions(function)) {
            if (!i.getType()->isVoidTy()) numbers_[&i] = next++;
            if (i.getType()->isStructTy()) ++next;
            const auto* one = dyn_cast<AllocaInst>(&i);
            if (one && !is_contained(shared_, one)) {
                private_bytes_ += item_stack::room_for(one->getAllocationSize(i.getDataLayout())->getFixedValue());
            }
        }
        register_counts_[&function] = next;
    }
}

void serial_interpreter::lay_out_tables() {
    for (const GlobalVariable& table : kernel_->getParent()->globals()) {
        const auto* numbers = table.hasInitializer() ? dyn_cast<ConstantDataArray>(table.getInitializer()) : nullptr;
        if (!numbers) continue;
        const StringRef bytes = numbers->getRawDataValues();
        std::vector<std::uint64_t>& kept = tables_[&table];
        kept.resize((bytes.size() + 7) / 8);
        std::memcpy(kept.data(), bytes.data(), bytes.size());
    }
}

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
        if (!one) continue;
        const std::size_t from = n - n % group.sub_group_size + one->second % group.sub_group_size;
        if (items[n].keeps_rules() && (one->second >= group.sub_group_size || from >= items.size())) {
            throw illegal_kernel("a lane that is not there is asked");
        }
        items[n].receive(sent[from]);
    }
}

void serial_interpreter::run(work_group& group, const void* functor, const run_surroundings& beside) const {
    group_run of(*this, group, beside);
    std::vector<work_item> running;
    running.reserve(group.items());
    if (beside.observer) beside.observer->begins(group, group.items());
    for (std::size_t n = 0; n < group.items(); ++n) running.emplace_back(*this, of, n, functor);
    for (;;) {
        std::size_t waiting = 0;
        for (work_item& item : running) waiting += item.advance();
        const auto alike = [&](const work_item& item) { return item.waits_with(running.front()); };
        if (waiting != 0 && (waiting != running.size() || (beside.rules && !all_of(running, alike)))) {
            throw illegal_kernel("the kernel has a divergent barrier");
        }
        if (beside.observer) beside.observer->meets();
        if (waiting == 0) return;
        if (beside.rules && !running.front().shuffled()) beside.rules->pass_barrier();
        exchange(running, group);
    }
}

void serial_interpreter::run_once(work_group& group, ArrayRef<const void*> arguments,
                                  const run_surroundings& beside) const {
    if (beside.observer) beside.observer->begins(group, 1);
    group_run of(*this, group, beside);
    work_item alone(*this, of, 0, arguments);
    while (alone.advance()) throw illegal_kernel("a barrier is left in what runs a whole group");
    if (beside.observer) beside.observer->meets();
}

}  // namespace ndweave::compiler::testing
