#include "compiler/codegen/ptx/kernel/make_kernel.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cassert>
#include <vector>

#include "compiler/abi.h"
#include "compiler/codegen/ptx/kernel/arguments.hpp"
#include "compiler/codegen/ptx/passes/address_space.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/coarsen.hpp"

namespace ndweave::compiler::ptx {
namespace {

constexpr unsigned functor_alignment = 16;  // the widest load of a capture

/// PTX identifiers are letters, digits, `_` and `$`.
std::string ptx_name(llvm::StringRef name) {
    std::string result = "ndw_" + name.str();
    for (char& c : result) {
        if (!llvm::isAlnum(c) && c != '_' && c != '$') c = '_';
    }
    return result;
}

void annotate(llvm::Function& kernel, const char* key, llvm::Metadata* value) {
    llvm::LLVMContext& context = kernel.getContext();
    kernel.getParent()
        ->getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(llvm::MDNode::get(
            context, {llvm::ValueAsMetadata::get(&kernel), llvm::MDString::get(context, key), value}));
}

llvm::Metadata* number(llvm::LLVMContext& context, std::uint32_t value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
}

void annotate_kernel(llvm::Function& kernel, const std::uint32_t (&local_range)[3]) {
    llvm::LLVMContext& context = kernel.getContext();
    annotate(kernel, "kernel", number(context, 1));
    annotate(kernel, "grid_constant", llvm::MDNode::get(context, {number(context, 1)}));
    if (local_range[0] == 0) return;
    static constexpr const char* keys[] = {"reqntidx", "reqntidy", "reqntidz"};
    for (int axis = 0; axis < 3; ++axis) annotate(kernel, keys[axis], number(context, local_range[axis]));
}

/// Ends the block with a jump to `body` for work-items inside the global range.
void emit_guard(llvm::IRBuilder<>& builder, const kernel_arguments& arguments, llvm::BasicBlock* body,
                llvm::BasicBlock* done) {
    llvm::Type* i32 = builder.getInt32Ty();
    llvm::FunctionCallee global_id = body->getModule()->getOrInsertFunction(
        "__ndweave_global_id", llvm::FunctionType::get(builder.getInt64Ty(), {i32}, false));
    llvm::Value* inside = nullptr;
    for (unsigned axis = 0; axis < 3 && arguments.global_range[axis]; ++axis) {
        llvm::Value* id = builder.CreateCall(global_id, {builder.getInt32(axis)});
        llvm::Value* test = builder.CreateICmpULT(id, arguments.global_range[axis]);
        inside = inside ? builder.CreateAnd(inside, test) : test;
    }
    builder.CreateCondBr(inside, body, done);
}

/// An empty kernel.
llvm::Function& declare_kernel(llvm::Function& entry, const kernel_attributes& launch) {
    llvm::LLVMContext& context = entry.getContext();
    const unsigned ranges = launch.kind == NDW_KERNEL_BASIC ? launch.dimensions : 0;
    std::vector<llvm::Type*> types{llvm::PointerType::get(context, generic_space)};
    types.insert(types.end(), ranges, llvm::Type::getInt64Ty(context));
    types.insert(types.end(), launch.flat_grid ? 3 : 0, llvm::Type::getInt32Ty(context));
    llvm::Function& kernel =
        *llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false),
                                llvm::GlobalValue::ExternalLinkage, ptx_name(entry.getName()), entry.getParent());
    kernel.addFnAttr(llvm::Attribute::NoUnwind);
    kernel.addFnAttr(llvm::Attribute::MustProgress);

    llvm::Type* functor_type = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), std::max(1u, launch.functor_size));
    llvm::Argument* functor = kernel.getArg(0);
    functor->setName("functor");
    functor->addAttr(llvm::Attribute::getWithByValType(context, functor_type));
    functor->addAttr(llvm::Attribute::getWithAlignment(context, llvm::Align(functor_alignment)));
    functor->addAttr(llvm::Attribute::NoUndef);
    const kernel_arguments arguments = kernel_arguments::of(kernel);
    for (llvm::Argument* range : arguments.global_range) {
        if (range) range->setName("global_range");
    }
    for (llvm::Argument* range : arguments.group_range) {
        if (range) range->setName("group_range");
    }
    return kernel;
}

/// Fills the kernel: `entry` is called on the functor, with `guarded` by the work-items inside the ranges only.
llvm::CallInst& call_entry(llvm::Function& kernel, llvm::Function& entry, bool guarded) {
    llvm::LLVMContext& context = entry.getContext();
    auto* start = llvm::BasicBlock::Create(context, "start", &kernel);
    auto* body = llvm::BasicBlock::Create(context, "body", &kernel);
    auto* done = llvm::BasicBlock::Create(context, "done", &kernel);
    llvm::IRBuilder<> builder(start);
    if (guarded) {
        emit_guard(builder, kernel_arguments::of(kernel), body, done);
    } else {
        builder.CreateBr(body);
    }
    builder.SetInsertPoint(body);
    llvm::Value* param = builder.CreateAddrSpaceCast(kernel.getArg(0), builder.getPtrTy(param_space));
    llvm::CallInst* call = builder.CreateCall(&entry, {builder.CreateAddrSpaceCast(param, builder.getPtrTy())});
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
    return *call;
}

}  // namespace

void make_kernel(llvm::Function& entry) {
    const kernel_attributes launch = kernel_attributes::of(entry);
    llvm::Function& kernel = declare_kernel(entry, launch);
    llvm::CallInst& call = call_entry(kernel, entry, launch.kind == NDW_KERNEL_BASIC && !is_coarse(entry));
    move_kernel_attributes(entry, kernel);
    entry.removeFnAttr(llvm::Attribute::OptimizeNone);
    entry.removeFnAttr(llvm::Attribute::NoInline);
    llvm::InlineFunctionInfo info;
    [[maybe_unused]] const llvm::InlineResult inlined = llvm::InlineFunction(call, info);
    assert(inlined.isSuccess());
    annotate_kernel(kernel, launch.local_range);
    if (entry.use_empty()) entry.eraseFromParent();
}

}  // namespace ndweave::compiler::ptx
