#include "exact_products.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

namespace ndweave::testing {

using namespace llvm;

namespace {

bool is_power_of_two(const Value& v) {
    const auto* constant = dyn_cast<ConstantFP>(&v);
    return constant && constant->getValueAPF().getExactLog2Abs() != INT_MIN;
}

/// `factor` without the lower half of its significand.
Value* halved(IRBuilder<>& at, Value* factor) {
    Type* type = factor->getType();
    const unsigned precision = APFloat::semanticsPrecision(type->getScalarType()->getFltSemantics());
    Type* bits = type->getWithNewType(Type::getIntNTy(type->getContext(), type->getScalarSizeInBits()));
    const unsigned width = type->getScalarSizeInBits();
    Constant* mask = ConstantInt::get(bits, APInt::getHighBitsSet(width, width - (precision + 1) / 2));
    return at.CreateBitCast(at.CreateAnd(at.CreateBitCast(factor, bits), mask), type);
}

}  // namespace

compiler::testing::kernel_text with_exact_products(const compiler::testing::kernel_text& kernel) {
    LLVMContext context;
    SMDiagnostic problem;
    const auto module = parseAssemblyString(kernel.module, problem, context);
    if (!module) throw std::logic_error("random kernel: " + problem.getMessage().str());
    for (Function& function : *module) {
        for (Instruction& i : instructions(function)) {
            if (i.getOpcode() != Instruction::FMul) continue;
            if (is_power_of_two(*i.getOperand(0)) || is_power_of_two(*i.getOperand(1))) continue;
            IRBuilder<> at(&i);
            for (Use& factor : i.operands()) factor.set(halved(at, factor));
        }
    }
    compiler::testing::kernel_text made{{}, kernel.name};
    raw_string_ostream out(made.module);
    module->print(out, nullptr);
    return made;
}

}  // namespace ndweave::testing
