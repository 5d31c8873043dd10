#include "compiler/passes/captures/deciding_captures.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <map>
#include <string>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/dependences.hpp"
#include "compiler/passes/analysis/functor.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

constexpr const char* note_name = "ndweave-deciding-captures";

/// Values that are followed for one decision. What is computed from more of them would seldom become simple.
constexpr std::size_t max_values = 64;
/// Bytes of a captured number: what launches compare at once.
constexpr std::uint64_t max_bytes = 8;

bool is_arithmetic(const Value& value) {
    if (isa<UnaryOperator, BinaryOperator, CmpInst, CastInst, SelectInst, PHINode, FreezeInst>(value)) return true;
    const auto* const call = dyn_cast<IntrinsicInst>(&value);
    return call && call->doesNotAccessMemory() && call->hasFnAttr(Attribute::Speculatable);
}

/// Whether an address is computed from the value.
bool is_in_address(const Instruction& value) {
    SmallSetVector<const Value*, 16> made{};
    made.insert(&value);
    for (std::size_t n = 0; n < made.size() && n < max_values; ++n) {
        for (const User* user : made[n]->users()) {
            if (isa<GetElementPtrInst, IntToPtrInst>(user)) return true;
            if (is_arithmetic(*user) && !isa<CmpInst>(user)) made.insert(user);
        }
    }
    return false;
}

class finder {
public:
    explicit finder(const Function& kernel)
        : functor_(*kernel.getArg(0)), functor_size_(kernel_attributes::of(kernel).functor_size) {}

    void look_at(const Instruction& i) {
        if (const auto* const branch = dyn_cast<BranchInst>(&i)) {
            if (branch->isConditional()) add_each(branch->getCondition());
        } else if (const auto* const choice = dyn_cast<SwitchInst>(&i)) {
            add(choice->getCondition());
        } else if (const auto* const select = dyn_cast<SelectInst>(&i)) {
            add_each(select->getCondition());
        } else if (i.isIntDivRem()) {
            add(i.getOperand(1));
        } else if (i.getOpcode() == Instruction::Mul && is_in_address(i)) {
            for (const Value* factor : i.operands()) add(factor);
        }
    }

    const std::map<std::uint64_t, std::uint64_t>& found() const { return found_; }  // bytes by offset

private:
    /// Of "k < n && mask[i]" each part may be decided.
    void add_each(const Value* condition) {
        using namespace PatternMatch;
        const Value *first = nullptr, *second = nullptr;
        if (match(condition, m_Not(m_Value(first)))) return add_each(first);
        if (!match(condition, m_LogicalOp(m_Value(first), m_Value(second)))) return add(condition);
        add_each(first);
        add_each(second);
    }

    /// The captures that the value is computed from, unless something else goes into it. Of a loop's counter that is
    /// what it begins with and its steps.
    void add(const Value* value) {
        SmallSetVector<const Value*, 16> values{};
        values.insert(value);
        SmallVector<const LoadInst*> captures;
        for (std::size_t n = 0; n < values.size(); ++n) {
            if (n == max_values) return;
            if (isa<ConstantData>(values[n])) continue;
            const auto* const load = dyn_cast<LoadInst>(values[n]);
            if (load && is_number(*load)) {
                captures.push_back(load);
            } else if (is_arithmetic(*values[n])) {
                const auto* const call = dyn_cast<CallBase>(values[n]);
                for (const Use& operand :
                     call ? make_range(call->arg_begin(), call->arg_end()) : cast<User>(values[n])->operands())
                    values.insert(operand);
            } else {
                return;
            }
        }
        for (const LoadInst* load : captures) {
            std::uint64_t& bytes = found_[*offset_in_functor(*load, functor_)];
            bytes = std::max(bytes, bytes_of(*load));
        }
    }

    static std::uint64_t bytes_of(const LoadInst& load) {
        return load.getDataLayout().getTypeStoreSize(load.getType());
    }

    bool is_number(const LoadInst& load) const {
        const Type& type = *load.getType();
        return (type.isIntegerTy() || type.isFloatingPointTy()) &&
               load.getDataLayout().typeSizeEqualsStoreSize(load.getType()) && bytes_of(load) <= max_bytes &&
               is_in_functor(load, functor_, functor_size_);
    }

    const Argument& functor_;
    const std::uint64_t functor_size_;
    std::map<std::uint64_t, std::uint64_t> found_;
};

/// Whether vectors round otherwise: where code for other constants has no vectors, results would differ.
bool rounds_by_its_code(const Function& kernel) {
    return any_of(instructions(kernel), [](const Instruction& i) {
        const auto* const call = dyn_cast<CallInst>(&i);
        if (!call || !is_mathematical(*call)) return false;
        const auto* const number = dyn_cast<FPMathOperator>(call);
        return !number || !number->hasApproxFunc();
    });
}

}  // namespace

void find_deciding_captures(Function& kernel) {
    if (may_write(*kernel.getArg(0)) || rounds_by_its_code(kernel)) return;
    finder all(kernel);
    for (const Instruction& i : instructions(kernel)) all.look_at(i);
    std::string text;
    std::uint64_t end = 0;
    for (const auto& [offset, bytes] : all.found()) {
        if (offset < end) continue;
        text += (text.empty() ? "" : ",") + std::to_string(offset) + ":" + std::to_string(bytes);
        end = offset + bytes;
    }
    if (!text.empty()) kernel.addFnAttr(note_name, text);
}

std::vector<ndw_functor_bytes> take_deciding_captures(Function& kernel) {
    std::vector<ndw_functor_bytes> made;
    for (const StringRef one : split(kernel.getFnAttribute(note_name).getValueAsString(), ',')) {
        const auto [offset, bytes] = one.split(':');
        ndw_functor_bytes at{};
        if (!offset.getAsInteger(10, at.offset) && !bytes.getAsInteger(10, at.bytes)) made.push_back(at);
    }
    kernel.removeFnAttr(note_name);
    return made;
}

}  // namespace ndweave::compiler
