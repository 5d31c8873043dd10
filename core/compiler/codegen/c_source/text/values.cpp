#include "compiler/codegen/c_source/text/emission.hpp"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

namespace ndweave::compiler::c_source_detail {
namespace {

std::string float_literal(const llvm::APFloat& number, bool is_double) {
    if (!number.isFinite()) {
        const std::string bits = bits_literal(number.bitcastToAPInt());
        return (is_double ? "as_f64(" : "as_f32(") + bits + ")";
    }
    char digits[64];
    number.convertToHexString(digits, 0, false, llvm::APFloat::rmNearestTiesToEven);
    const std::string text = std::string(digits) + (is_double ? "" : "f");
    return number.isNegative() ? "(" + text + ")" : text;
}

std::string null_pointer(const emission& e, space where) { return "((" + pointer_type(e, where) + ")0)"; }

std::string constant_aggregate(emission& e, const llvm::Constant* c) {
    std::vector<std::string> members;
    for (unsigned i = 0; i < member_count(c->getType()); ++i) members.push_back(value(e, c->getAggregateElement(i)));
    return aggregate_value(e, c->getType(), members);
}

std::string constant_expression(emission& e, const llvm::ConstantExpr* expression, space where) {
    const llvm::Constant* operand = expression->getOperand(0);
    if (expression->getOpcode() == llvm::Instruction::IntToPtr) {
        return "((" + pointer_type(e, where) + ")(u64)" + value(e, operand) + ")";
    }
    if (expression->getOpcode() == llvm::Instruction::GetElementPtr) {
        llvm::APInt offset(64, 0);
        if (llvm::cast<llvm::GEPOperator>(expression)->accumulateConstantOffset(e.layout, offset)) {
            return "(" + value(e, operand, where) + " + " + std::to_string(offset.getSExtValue()) + ")";
        }
    }
    std::string text;
    llvm::raw_string_ostream(text) << *expression;
    refuse(e.at, "the constant expression " + text);
}

}  // namespace

std::string bits_literal(const llvm::APInt& number) {
    llvm::SmallString<32> digits;
    number.toStringUnsigned(digits);
    const bool is_long = number.getBitWidth() > 32;
    return std::string(digits) + (is_long ? "ul" : "u");
}

std::string zero(emission& e, llvm::Type* type) {
    if (type->isFloatTy()) return "0.0f";
    if (type->isDoubleTy()) return "0.0";
    if (type->isPointerTy()) return null_pointer(e, space::global_memory);
    if (is_aggregate(type)) {
        std::vector<std::string> members;
        for (unsigned i = 0; i < member_count(type); ++i) members.push_back(zero(e, member_type(type, i)));
        return aggregate_value(e, type, members);
    }
    return type->isIntegerTy() && type->getIntegerBitWidth() > 32 ? "0ul" : "0u";
}

std::string value(emission& e, const llvm::Value* v, space where) {
    if (const auto known = e.names.find(v); known != e.names.end()) {
        const bool converts =
            v->getType()->isPointerTy() && qualifier(e.dialect, where) != qualifier(e.dialect, space_of(e, *v));
        return converts ? "((" + pointer_type(e, where) + ")" + known->second + ")" : known->second;
    }
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(v)) {
        if (number->getBitWidth() > 64) (void)type_name(e, v->getType());
        return bits_literal(number->getValue());
    }
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(v)) {
        (void)type_name(e, v->getType());
        return float_literal(number->getValueAPF(), v->getType()->isDoubleTy());
    }
    if (v->getType()->isPointerTy() && llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(v)) {
        return null_pointer(e, where);
    }
    if (llvm::isa<llvm::UndefValue>(v)) return zero(e, v->getType());
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(v))
        return constant_expression(e, expression, where);
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(v); constant && is_aggregate(v->getType())) {
        return constant_aggregate(e, constant);
    }
    std::string text;
    llvm::raw_string_ostream(text) << *v;
    refuse(e.at, "the operand " + text);
}

std::string value(emission& e, const llvm::Value* v) {
    return value(e, v, v->getType()->isPointerTy() ? space_of(e, *v) : space::unknown);
}

std::string lane(emission& e, const llvm::Value* v, unsigned index) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(v)) {
        if (const llvm::Constant* element = constant->getAggregateElement(index)) return value(e, element);
    }
    return value(e, v) + ".f" + std::to_string(index);
}

void assign(emission& e, const llvm::Value& v, const std::string& expression) {
    e.line(e.names.lookup(&v) + " = " + expression + ";");
}

}  // namespace ndweave::compiler::c_source_detail
