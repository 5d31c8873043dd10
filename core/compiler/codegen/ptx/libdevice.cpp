#include "compiler/codegen/ptx/libdevice.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/codegen/ptx/math_names.hpp"
#include "compiler/error.hpp"

namespace ndweave::compiler::ptx {
namespace {

/// The function that `callee` is called in place of; a declaration that the link fills in.
llvm::FunctionCallee replacement(llvm::Module& module, llvm::Function& callee) {
    const std::string libm = callee.isIntrinsic() ? libm_name(callee) : callee.getName().str();
    const std::string name = libm.empty() ? libm : libdevice_name(libm);
    if (name.empty()) return {};
    llvm::FunctionType* type = callee.getFunctionType();
    const auto id = callee.getIntrinsicID();
    const bool rounds = id == llvm::Intrinsic::lround || id == llvm::Intrinsic::lrint;
    if (rounds && !type->getReturnType()->isIntegerTy(64)) return {};
    return module.getOrInsertFunction(name, type);
}

void redirect(llvm::Function& callee, llvm::FunctionCallee to) {
    for (llvm::User* user : llvm::make_early_inc_range(callee.users())) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledOperand() != &callee) continue;
        llvm::IRBuilder<> builder(call);
        llvm::SmallVector<llvm::Value*, 3> arguments(call->args());
        llvm::CallInst* fresh = builder.CreateCall(to, arguments);
        call->replaceAllUsesWith(fresh);
        call->eraseFromParent();
    }
}

bool is_remainder(const llvm::Instruction& i) { return i.getOpcode() == llvm::Instruction::FRem; }

llvm::Value* on_lane(llvm::IRBuilder<>& builder, llvm::Instruction& i, unsigned k) {
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (llvm::Value* operand : i.operand_values()) {
        if (llvm::isa<llvm::Function>(operand)) continue;
        operands.push_back(operand->getType()->isVectorTy() ? builder.CreateExtractElement(operand, k) : operand);
    }
    if (is_remainder(i)) return builder.CreateFRem(operands[0], operands[1]);
    const llvm::Intrinsic::ID id = llvm::cast<llvm::IntrinsicInst>(i).getIntrinsicID();
    llvm::SmallVector<llvm::Type*, 2> types = {i.getType()->getScalarType()};
    if (types[0]->isIntegerTy() || (operands.size() > 1 && operands[1]->getType()->isIntegerTy()))
        types.push_back(operands[types[0]->isIntegerTy() ? 0 : 1]->getType());
    return builder.CreateIntrinsic(id, types, operands);
}

/// Functions that libdevice has are called, and remainders taken, lane by lane.
void split_vectors(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::make_early_inc_range(llvm::instructions(function))) {
            const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(i.getType());
            const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
            const bool needed = call ? !libm_name(*call->getCalledFunction()).empty() : is_remainder(i);
            if (!lanes || !needed) continue;
            llvm::IRBuilder<> builder(&i);
            llvm::Value* made = llvm::PoisonValue::get(i.getType());
            for (unsigned k = 0; k < lanes->getNumElements(); ++k)
                made = builder.CreateInsertElement(made, on_lane(builder, i, k), k);
            i.replaceAllUsesWith(made);
            i.eraseFromParent();
        }
    }
}

/// LLVM's own frem is a quotient of limited range: fmod is exact.
void replace_remainders(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
            llvm::Type* type = instruction.getType();
            if (!is_remainder(instruction) || !(type->isFloatTy() || type->isDoubleTy())) continue;
            llvm::IRBuilder<> builder(&instruction);
            llvm::FunctionCallee fmod =
                module.getOrInsertFunction(type->isFloatTy() ? "__nv_fmodf" : "__nv_fmod", type, type, type);
            instruction.replaceAllUsesWith(
                builder.CreateCall(fmod, {instruction.getOperand(0), instruction.getOperand(1)}));
            instruction.eraseFromParent();
        }
    }
}

/// The answers that nvcc gives with and without -use_fast_math.
unsigned reflected(llvm::StringRef question, unsigned sm, bool fast_math) {
    if (question == "__CUDA_ARCH") return sm * 10;
    if (question == "__CUDA_FTZ") return fast_math;
    if (question == "__CUDA_PREC_SQRT" || question == "__CUDA_PREC_DIV") return !fast_math;
    return 0;
}

void fold_reflect(llvm::Module& module, unsigned sm, bool fast_math) {
    llvm::Function* reflect = module.getFunction("__nvvm_reflect");
    if (!reflect) return;
    for (llvm::User* user : llvm::make_early_inc_range(reflect->users())) {
        auto* call = llvm::cast<llvm::CallInst>(user);
        auto* text = llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCasts());
        auto* data = text ? llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer()) : nullptr;
        const llvm::StringRef question = data ? data->getAsCString() : "";
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), reflected(question, sm, fast_math)));
        call->eraseFromParent();
    }
    reflect->eraseFromParent();
}

std::string first_missing(const llvm::Module& module) {
    for (const llvm::Function& function : module) {
        if (function.isDeclaration() && function.getName().starts_with("__nv_") && !function.use_empty()) {
            return function.getName().str();
        }
    }
    return {};
}

llvm::Error not_found(const std::string& called) {
    const std::string start = "it calls " + called + ", which needs libdevice.10.bc of the CUDA toolkit: ";
    if (const std::string named = named_toolkit(); !named.empty()) {
        return unsupported(start + "NDWEAVE_CUDA_PATH is '" + named +
                           "', where there is none; set it to the folder that holds nvvm/libdevice, or unset it");
    }
    return unsupported(start +
                       "it was looked for in CUDA_PATH, CUDA_HOME, /usr/local/cuda*, /opt/cuda and "
                       "/usr/lib/nvidia-cuda-toolkit; install the toolkit's nvvm component or set NDWEAVE_CUDA_PATH to "
                       "the folder that holds nvvm/libdevice");
}

llvm::Error link_needed(llvm::Module& module) {
    const std::string path = find_libdevice();
    if (path.empty()) return not_found(first_missing(module).substr(5));
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer) return unsupported("it needs " + path + ", which cannot be read: " + buffer.getError().message());
    auto library = llvm::getOwningLazyBitcodeModule(std::move(*buffer), module.getContext());
    if (!library) return unsupported("it needs " + path + ", which is damaged: " + llvm::toString(library.takeError()));
    (*library)->setTargetTriple(module.getTargetTriple());
    (*library)->setDataLayout(module.getDataLayout());
    if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
        return failed("linking " + path + " failed");
    }
    const std::string missing = first_missing(module);
    if (!missing.empty()) return unsupported("it calls " + missing.substr(5) + ", which " + path + " does not have");
    return llvm::Error::success();
}

/// Internal, so that what is not inlined is private to the kernel and what is unused goes.
void own_linked_functions(llvm::Module& module, bool fast_math) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration() || !function.hasExternalLinkage()) continue;
        if (!function.getName().starts_with("__nv_")) continue;
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
        if (fast_math) function.addFnAttr("denormal-fp-math-f32", "preserve-sign");
    }
}

}  // namespace

llvm::Error link_math(llvm::Module& module, unsigned sm, bool fast_math) {
    split_vectors(module);
    replace_remainders(module);
    for (llvm::Function& callee : llvm::make_early_inc_range(module)) {
        if (!callee.isDeclaration() || callee.use_empty()) continue;
        if (llvm::FunctionCallee to = replacement(module, callee)) redirect(callee, to);
    }
    if (first_missing(module).empty()) return llvm::Error::success();
    if (llvm::Error error = link_needed(module)) return error;
    fold_reflect(module, sm, fast_math);
    own_linked_functions(module, fast_math);
    return llvm::Error::success();
}

}  // namespace ndweave::compiler::ptx
