/// One instruction as one or a few C statements. Operations on vectors are repeated for each lane.
#include "compiler/codegen/c_source/text/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

using llvm::Instruction;

std::string select(const std::string& condition, const std::string& a, const std::string& b) {
    return "(" + condition + " ? " + a + " : " + b + ")";
}

/// The expression of an element-wise instruction, given its operands' texts.
std::string element_wise(emission& e, const Instruction& i, const std::vector<std::string>& operands) {
    llvm::Type* to = i.getType()->getScalarType();
    llvm::Type* from = i.getOperand(0)->getType()->getScalarType();
    if (i.isBinaryOp()) return binary(e, i, operands[0], operands[1]);
    if (i.getOpcode() == Instruction::FNeg) return "(-" + operands[0] + ")";
    if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&i)) {
        return compare(e, comparison->getPredicate(), from, operands[0], operands[1]);
    }
    if (llvm::isa<llvm::SelectInst>(i)) return select(operands[0], operands[1], operands[2]);
    return cast(e, llvm::cast<llvm::CastInst>(i), from, to, operands[0]);
}

bool is_element_wise(const Instruction& i) {
    return i.isBinaryOp() || i.getOpcode() == Instruction::FNeg ||
           llvm::isa<llvm::CmpInst, llvm::SelectInst, llvm::CastInst>(i);
}

/// Fast-math builds allow it everywhere.
bool may_reassociate(const emission& e, const Instruction& i) {
    if (!e.dialect.is_opencl || e.fast_math()) return false;
    return (i.getOpcode() == Instruction::FAdd || i.getOpcode() == Instruction::FMul) && i.hasAllowReassoc();
}

std::string scalar_operand(emission& e, const Instruction& i, const llvm::Value* operand) {
    return operand->getType()->isPointerTy() && i.getType()->isPointerTy() ? value(e, operand, space_of(e, i))
                                                                           : value(e, operand);
}

void emit_element_wise(emission& e, const Instruction& i) {
    if (!i.getType()->isVectorTy()) {
        std::vector<std::string> operands;
        for (const llvm::Value* operand : i.operands()) operands.push_back(scalar_operand(e, i, operand));
        const std::string expression = element_wise(e, i, operands);
        if (may_reassociate(e, i)) return e.line("{ REASSOCIATE " + value(e, &i) + " = " + expression + "; }");
        return assign(e, i, expression);
    }
    for (unsigned k = 0; k < member_count(i.getType()); ++k) {
        std::vector<std::string> operands;
        for (const llvm::Value* operand : i.operands()) {
            operands.push_back(operand->getType()->isVectorTy() ? lane(e, operand, k) : value(e, operand));
        }
        e.line(value(e, &i) + ".f" + std::to_string(k) + " = " + element_wise(e, i, operands) + ";");
    }
}

bool emit_memory_instruction(emission& e, const Instruction& i) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
        load->isAtomic() ? emit_atomic_load(e, *load) : emit_load(e, *load);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
        store->isAtomic() ? emit_atomic_store(e, *store) : emit_store(e, *store);
    } else if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&i)) {
        emit_address(e, *address);
    } else if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&i)) {
        emit_alloca(e, *alloca);
    } else if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
        emit_atomic_rmw(e, *rmw);
    } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) {
        emit_compare_exchange(e, *exchange);
    } else if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&i)) {
        emit_fence(e, *fence);
    } else {
        return false;
    }
    return true;
}

}  // namespace

void emit_instruction(emission& e, const Instruction& i) {
    if (llvm::isa<llvm::BitCastInst>(i)) return emit_bitcast(e, llvm::cast<llvm::CastInst>(i));
    if (llvm::isa<llvm::FreezeInst, llvm::AddrSpaceCastInst>(i))
        return assign(e, i, scalar_operand(e, i, i.getOperand(0)));
    if (is_element_wise(i)) return emit_element_wise(e, i);
    if (emit_aggregate_instruction(e, i) || emit_memory_instruction(e, i)) return;
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) return emit_call(e, *call);
    refuse(&i, std::string("the instruction '") + i.getOpcodeName() + "'");
}

}  // namespace ndweave::compiler::c_source_detail
