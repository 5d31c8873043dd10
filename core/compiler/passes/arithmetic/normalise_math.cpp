#include "compiler/passes/arithmetic/normalise_math.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/ModRef.h>

#include "compiler/builtins.hpp"
#include "compiler/math_names.hpp"

namespace ndweave::compiler {
namespace {

void call_intrinsic(llvm::Module& module, llvm::StringRef name, llvm::Intrinsic::ID intrinsic) {
    replace_calls(module, name, [&](llvm::CallBase& call, llvm::IRBuilder<>& builder) -> llvm::Value* {
        const llvm::SmallVector<llvm::Value*> arguments(call.args());
        auto* const made = builder.CreateIntrinsic(intrinsic, {call.getType()}, arguments);
        made->copyIRFlags(&call);
        return made;
    });
}

/// scalbln is scalbn, which every library has, with a wider exponent; beyond these bounds all of them give 0 or
/// infinity.
void shorten_exponents(llvm::Module& module, llvm::StringRef name, bool is_float) {
    constexpr std::int64_t most = 100000;
    replace_calls(module, name, [&](llvm::CallBase& call, llvm::IRBuilder<>& builder) -> llvm::Value* {
        llvm::Value* const least = builder.getInt64(static_cast<std::uint64_t>(-most));
        llvm::Value* exponent = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, call.getArgOperand(1), least);
        exponent = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, exponent, builder.getInt64(most));
        auto* const type = llvm::FunctionType::get(call.getType(), {call.getType(), builder.getInt32Ty()}, false);
        return builder.CreateCall(module.getOrInsertFunction(is_float ? "scalbnf" : "scalbn", type),
                                  {call.getArgOperand(0), builder.CreateTrunc(exponent, builder.getInt32Ty())});
    });
}

void drop_side_effects(llvm::Module& module, llvm::Function& function, const math_function& math) {
    const llvm::MemoryEffects effects = math.writes_through_pointer()
                                            ? llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Mod)
                                            : llvm::MemoryEffects::none();
    function.setMemoryEffects(effects);
    function.setDoesNotThrow();
    function.setWillReturn();
    for (llvm::CallBase* call : calls_of(module, function.getName())) call->setMemoryEffects(effects);
}

bool has_poles(const llvm::Instruction& i) {
    if (i.getOpcode() == llvm::Instruction::FDiv) return true;
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
    if (call == nullptr) return false;
    switch (call->getIntrinsicID()) {
        case llvm::Intrinsic::cos:
        case llvm::Intrinsic::exp:
        case llvm::Intrinsic::exp10:
        case llvm::Intrinsic::exp2:
        case llvm::Intrinsic::log:
        case llvm::Intrinsic::log10:
        case llvm::Intrinsic::log2:
        case llvm::Intrinsic::pow:
        case llvm::Intrinsic::sin:
        case llvm::Intrinsic::sqrt:
        case llvm::Intrinsic::tan:
            return true;
        default:
            return false;
    }
}

/// The source can ask for an approximate function only together with the promise that there are no infinities and no
/// NaNs (clang's float_control), which `native::` of SYCL does not have: exp of minus infinity is 0.
void keep_infinities(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::instructions(function)) {
            if (!llvm::isa<llvm::FPMathOperator>(i) || !has_poles(i)) continue;
            i.setHasNoNaNs(false);
            i.setHasNoInfs(false);
        }
    }
}

}  // namespace

void normalise_math(llvm::Module& module) {
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
        bool is_float = false;
        const math_function* const math = find_math_function(function.getName(), &is_float);
        if (math == nullptr) continue;
        llvm::LLVMContext& context = module.getContext();
        llvm::Type* const real = is_float ? llvm::Type::getFloatTy(context) : llvm::Type::getDoubleTy(context);
        if (!declares(module, function.getName(), prototype_of(*math, real))) continue;
        if (math->intrinsic != llvm::Intrinsic::not_intrinsic) {
            call_intrinsic(module, function.getName(), math->intrinsic);
        } else if (function.getName().starts_with("scalbln")) {
            shorten_exponents(module, function.getName(), is_float);
        } else {
            drop_side_effects(module, function, *math);
        }
    }
    keep_infinities(module);
}

}  // namespace ndweave::compiler
