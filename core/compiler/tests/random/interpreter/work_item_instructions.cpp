// What instructions do, but for those that lead elsewhere.
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstring>

#include "work_item.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

void* serial_interpreter::work_item::pointer(const Value& v, std::size_t bytes, memory_rules::access how) {
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

SmallVector<std::uint64_t> serial_interpreter::work_item::arguments(const CallInst& call) const {
    SmallVector<std::uint64_t> of;
    for (const Use& argument : call.args()) of.push_back(value(*argument));
    return of;
}

void serial_interpreter::work_item::execute(const CallInst& call) {
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

void serial_interpreter::work_item::execute(const Instruction& i) {
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

void serial_interpreter::work_item::access(const Instruction& i) {
    using enum memory_rules::access;
    const DataLayout& layout = i.getDataLayout();
    if (const auto shared = of_.shared.find(&i); shared != of_.shared.end()) {
        set(i, reinterpret_cast<std::uintptr_t>(shared->second));
    } else if (const auto* one = dyn_cast<AllocaInst>(&i)) {
        set(i, reinterpret_cast<std::uintptr_t>(stack_.push(one->getAllocationSize(layout)->getFixedValue())));
    } else if (const auto* load = dyn_cast<LoadInst>(&i)) {
        const std::size_t bytes = layout.getTypeStoreSize(i.getType());
        std::uint64_t v = 0;
        if (bytes > sizeof v) refuse(i);
        std::memcpy(&v, pointer(*load->getPointerOperand(), bytes, load->isAtomic() ? atomic : read), bytes);
        set(i, v);
    } else if (const auto* store = dyn_cast<StoreInst>(&i)) {
        const std::size_t bytes = layout.getTypeStoreSize(store->getValueOperand()->getType());
        if (bytes > sizeof(std::uint64_t)) refuse(i);
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

template <class Made>
std::uint64_t serial_interpreter::work_item::replace(const Value& place, const Type& type, const Made& made) {
    const std::size_t bytes = type.getIntegerBitWidth() / 8;
    void* const at = pointer(place, bytes, memory_rules::access::atomic);
    std::uint64_t old = 0;
    std::memcpy(&old, at, bytes);
    const std::uint64_t now = made(old);
    std::memcpy(at, &now, bytes);
    return old;
}

std::uint64_t serial_interpreter::work_item::offset(const GetElementPtrInst& address) const {
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

std::uint64_t serial_interpreter::work_item::builtin(const CallInst& call) const {
    const StringRef name = call.getCalledFunction()->getName();
    if (name == "__ndweave_local_memory") return reinterpret_cast<std::uintptr_t>(group_.local_memory.data());
    if (name == "__ndweave_group_scratch") return reinterpret_cast<std::uintptr_t>(of_.scratch.data());
    if (name == "__ndweave_atomic_scope") return operand(call, 0);
    if (name == "__ndweave_sub_group_size") return group_.sub_group_size;
    if (name == "__ndweave_sub_group_id") return number_ / group_.sub_group_size;
    if (name == "__ndweave_sub_group_local_id") return number_ % group_.sub_group_size;
    if (name == "__ndweave_linear_id") return number_;
    if (name == "__ndweave_sub_group_number") return beside_.sub_group_number;
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

}  // namespace ndweave::compiler::testing
