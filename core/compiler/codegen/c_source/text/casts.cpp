#include "compiler/codegen/c_source/text/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

using llvm::Instruction;

std::string to_integer(unsigned bits, bool is_signed, const std::string& a) {
    const std::string through = std::string(is_signed ? "(i" : "(u") + (bits > 32 ? "64)" : "32)") + a;
    if (bits == 1) return "((" + through + " & 1) != 0)";
    return wrap(bits, "(" + through + ")");
}

std::string reinterpret(llvm::Type* from, llvm::Type* to, const std::string& a) {
    if (from == to || (from->isIntegerTy() && to->isIntegerTy())) return a;
    if (to->isFloatTy()) return "as_f32(" + a + ")";
    if (to->isDoubleTy()) return "as_f64(" + a + ")";
    return (from->isDoubleTy() ? "as_u64(" : "as_u32(") + a + ")";
}

unsigned lanes_of(llvm::Type* type) { return type->isVectorTy() ? member_count(type) : 1; }

/// The bits [first, first + count) of a scalar or vector, as a u64 expression.
std::string bits_of(emission& e, const llvm::Value* v, unsigned first, unsigned count) {
    llvm::Type* scalar = v->getType()->getScalarType();
    const unsigned width = static_cast<unsigned>(scalar->getPrimitiveSizeInBits());
    llvm::Type* integer = llvm::IntegerType::get(scalar->getContext(), width);
    std::string all;
    for (unsigned bit = first - first % width; bit < first + count; bit += width) {
        const std::string element = v->getType()->isVectorTy() ? lane(e, v, bit / width) : value(e, v);
        std::string part = "(u64)" + reinterpret(scalar, integer, element);
        if (bit > first) part = "(" + part + " << " + std::to_string(bit - first) + ")";
        if (bit < first) part = "(" + part + " >> " + std::to_string(first - bit) + ")";
        all += (all.empty() ? "" : " | ") + part;
    }
    return "(" + all + ")";
}

}  // namespace

std::string cast(emission& e, const llvm::CastInst& i, llvm::Type* from, llvm::Type* to, const std::string& a) {
    const unsigned from_bits = from->isIntegerTy() ? from->getIntegerBitWidth() : 64;
    const unsigned to_bits = to->isIntegerTy() ? to->getIntegerBitWidth() : 64;
    switch (i.getOpcode()) {
        case Instruction::Trunc:
            return to_bits == 1 ? "((" + a + " & 1u) != 0u)" : wrap(to_bits, "(" + a + ")");
        case Instruction::ZExt:
            return "(" + integer_type(to_bits) + ")" + a;
        case Instruction::SExt: {
            const std::string extended = as_signed(from_bits, a);
            return wrap(to_bits, to_bits > 32 && from_bits <= 32 ? "((i64)" + extended + ")" : extended);
        }
        case Instruction::FPToUI:
            return to_integer(to_bits, false, a);
        case Instruction::FPToSI:
            return to_integer(to_bits, true, a);
        case Instruction::UIToFP:
            return "(" + type_name(e, to) + ")" + a;
        case Instruction::SIToFP:
            return "(" + type_name(e, to) + ")" + as_signed(from_bits, a);
        case Instruction::FPExt:
        case Instruction::FPTrunc:
            return "(" + type_name(e, to) + ")" + a;
        case Instruction::PtrToInt:
            return to_bits == 1 ? "(((u64)" + a + " & 1u) != 0u)" : wrap(to_bits, "((u64)" + a + ")");
        case Instruction::IntToPtr:
            return "(" + pointer_type(e, space::global_memory) + ")(u64)" + a;
        default:
            refuse(&i, std::string("the conversion '") + i.getOpcodeName() + "'");
    }
}

void emit_bitcast(emission& e, const llvm::CastInst& i) {
    llvm::Type *from = i.getSrcTy(), *to = i.getDestTy();
    if (from == to || from->isPointerTy()) return assign(e, i, value(e, i.getOperand(0)));
    if (lanes_of(from) == 1 && lanes_of(to) == 1 && !from->isVectorTy() && !to->isVectorTy()) {
        return assign(e, i, reinterpret(from, to, value(e, i.getOperand(0))));
    }
    llvm::Type* scalar = to->getScalarType();
    const unsigned width = static_cast<unsigned>(scalar->getPrimitiveSizeInBits());
    llvm::Type* integer = llvm::IntegerType::get(scalar->getContext(), width);
    if (width == 0 || width > 64) refuse(&i, "a bit cast of pointers or of more than 64 bits");
    for (unsigned k = 0; k < lanes_of(to); ++k) {
        const std::string bits = bits_of(e, i.getOperand(0), k * width, width);
        const std::string element =
            reinterpret(integer, scalar, width == 1 ? "((" + bits + " & 1u) != 0u)" : wrap(width, bits));
        e.line(value(e, &i) + (to->isVectorTy() ? ".f" + std::to_string(k) : "") + " = " + element + ";");
    }
}

}  // namespace ndweave::compiler::c_source_detail
