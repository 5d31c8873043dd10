#include "compiler/passes/clean_up/normalise_math.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
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
}

}  // namespace ndweave::compiler
