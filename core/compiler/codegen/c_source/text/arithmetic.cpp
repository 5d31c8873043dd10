#include "compiler/codegen/c_source/text/emission.hpp"
#include "llvm/IR/Operator.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using llvm::Instruction;

std::string infix(const std::string& a, const char* sign, const std::string& b) {
    return "(" + a + " " + sign + " " + b + ")";
}

/// i1: LLVM's arithmetic modulo 2.
std::string bool_binary(unsigned opcode, const std::string& a, const std::string& b) {
    switch (opcode) {
        case Instruction::Add:
        case Instruction::Sub:
        case Instruction::Xor:
            return infix(a, "!=", b);
        case Instruction::And:
        case Instruction::Mul:
            return infix(a, "&", b);
        case Instruction::Or:
            return infix(a, "|", b);
        case Instruction::URem:
        case Instruction::SRem:
            return "0";
        default:
            return a;  // division by 1 and shifts by 0 are the only defined ones
    }
}

std::string shift_amount(unsigned bits, const std::string& b) { return "(" + b + (bits > 32 ? " & 63u)" : " & 31u)"); }

const char* sign_of(unsigned opcode) {
    switch (opcode) {
        case Instruction::Add:
        case Instruction::FAdd:
            return "+";
        case Instruction::Sub:
        case Instruction::FSub:
            return "-";
        case Instruction::Mul:
        case Instruction::FMul:
            return "*";
        case Instruction::UDiv:
        case Instruction::SDiv:
        case Instruction::FDiv:
            return "/";
        case Instruction::URem:
        case Instruction::SRem:
            return "%";
        case Instruction::And:
            return "&";
        case Instruction::Or:
            return "|";
        default:
            return "^";
    }
}

/// Overflow that LLVM calls poison is undefined for signed C integers too; saying so lets the driver's compiler widen
/// induction variables.
bool has_no_signed_wrap(const Instruction& i, unsigned bits) {
    const auto* arithmetic = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&i);
    return arithmetic && arithmetic->hasNoSignedWrap() && i.getOpcode() != Instruction::Shl &&
           (bits == 32 || bits == 64);
}

std::string integer_binary(const Instruction& i, unsigned bits, const std::string& a, const std::string& b) {
    const unsigned opcode = i.getOpcode();
    if (bits == 1) return bool_binary(opcode, a, b);
    switch (opcode) {
        case Instruction::Shl:
            return wrap(bits, infix(wide(bits, a), "<<", shift_amount(bits, b)));
        case Instruction::LShr:
            return wrap(bits, infix(wide(bits, a), ">>", shift_amount(bits, b)));
        case Instruction::AShr:
            return wrap(bits, infix(as_signed(bits, a), ">>", shift_amount(bits, b)));
        case Instruction::SDiv:
        case Instruction::SRem:
            return wrap(bits, infix(as_signed(bits, a), sign_of(opcode), as_signed(bits, b)));
        default:
            break;
    }
    if (has_no_signed_wrap(i, bits)) {
        return wrap(bits, infix(as_signed(bits, a), sign_of(opcode), as_signed(bits, b)));
    }
    return wrap(bits, infix(wide(bits, a), sign_of(opcode), wide(bits, b)));
}

std::string float_binary(const emission& e, const Instruction& i, bool is_double, const std::string& a,
                         const std::string& b) {
    const unsigned opcode = i.getOpcode();
    if (opcode == Instruction::FRem)
        return (is_double || e.dialect.is_opencl ? "fmod(" : "fmodf(") + a + ", " + b + ")";
    // nvcc has no pragma against contraction; the intrinsics are never contracted.
    if (e.dialect.id == c_dialect::cuda_cpp && opcode == Instruction::FMul && !i.hasAllowContract()) {
        return (is_double ? "__dmul_rn(" : "__fmul_rn(") + a + ", " + b + ")";
    }
    return infix(a, sign_of(opcode), b);
}

std::string float_compare(llvm::CmpInst::Predicate predicate, const std::string& a, const std::string& b) {
    using P = llvm::CmpInst;
    switch (predicate) {
        case P::FCMP_OEQ:
            return infix(a, "==", b);
        case P::FCMP_OGT:
            return infix(a, ">", b);
        case P::FCMP_OGE:
            return infix(a, ">=", b);
        case P::FCMP_OLT:
            return infix(a, "<", b);
        case P::FCMP_OLE:
            return infix(a, "<=", b);
        case P::FCMP_ONE:
            return infix(infix(a, "<", b), "||", infix(a, ">", b));
        case P::FCMP_ORD:
            return infix(infix(a, "==", a), "&&", infix(b, "==", b));
        case P::FCMP_UNO:
            return infix(infix(a, "!=", a), "||", infix(b, "!=", b));
        case P::FCMP_UNE:
            return infix(a, "!=", b);
        case P::FCMP_TRUE:
            return "true";
        case P::FCMP_FALSE:
            return "false";
        default:
            return "(!" + float_compare(P::getInversePredicate(predicate), a, b) + ")";
    }
}

}  // namespace

std::string wide(unsigned bits, const std::string& a) {
    const unsigned container = container_bits(bits);
    if (bits > 1 && (container == 32 || container == 64)) return a;
    return "(u32)" + a;
}

std::string as_signed(unsigned bits, const std::string& a) {
    if (bits == 1) return "(-(i32)" + a + ")";
    const std::string plain = bits > 32 ? "i64" : "i32";
    if (bits == container_bits(bits)) {
        const std::string narrow = "(i" + std::to_string(bits) + ")" + a;
        return bits >= 32 ? "(" + narrow + ")" : "((" + plain + ")" + narrow + ")";
    }
    const std::string shift = std::to_string((bits > 32 ? 64 : 32) - bits);
    return "((" + plain + ")(" + wide(bits, a) + " << " + shift + ") >> " + shift + ")";
}

std::string wrap(unsigned bits, const std::string& a) {
    const std::string type = integer_type(bits);
    if (bits == container_bits(bits)) return "(" + type + ")" + a;
    return "(" + type + ")(" + a + " & " + bits_literal(llvm::APInt::getLowBitsSet(bits > 32 ? 64 : 32, bits)) + ")";
}

std::string binary(emission& e, const Instruction& i, const std::string& a, const std::string& b) {
    llvm::Type* type = i.getType()->getScalarType();
    if (type->isIntegerTy()) return integer_binary(i, type->getIntegerBitWidth(), a, b);
    return float_binary(e, i, type->isDoubleTy(), a, b);
}

std::string compare(emission& e, llvm::CmpInst::Predicate predicate, llvm::Type* type, const std::string& a,
                    const std::string& b) {
    if (llvm::CmpInst::isFPPredicate(predicate)) return float_compare(predicate, a, b);
    std::string left = a, right = b;
    if (type->isPointerTy()) {
        left = "(u64)" + a;
        right = "(u64)" + b;
    } else if (llvm::CmpInst::isSigned(predicate)) {
        left = as_signed(type->getIntegerBitWidth(), a);
        right = as_signed(type->getIntegerBitWidth(), b);
    }
    switch (predicate) {
        case llvm::CmpInst::ICMP_EQ:
            return infix(left, "==", right);
        case llvm::CmpInst::ICMP_NE:
            return infix(left, "!=", right);
        case llvm::CmpInst::ICMP_UGT:
        case llvm::CmpInst::ICMP_SGT:
            return infix(left, ">", right);
        case llvm::CmpInst::ICMP_UGE:
        case llvm::CmpInst::ICMP_SGE:
            return infix(left, ">=", right);
        case llvm::CmpInst::ICMP_ULT:
        case llvm::CmpInst::ICMP_SLT:
            return infix(left, "<", right);
        default:
            return infix(left, "<=", right);
    }
}

}  // namespace ndweave::compiler::c_source_detail
