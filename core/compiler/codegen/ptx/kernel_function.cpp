#include "compiler/codegen/ptx/kernel_function.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "compiler/codegen/ptx/address_space.hpp"
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
void emit_guard(llvm::IRBuilder<>& builder, const kernel_function& kernel, unsigned dimensions, llvm::BasicBlock* body,
                llvm::BasicBlock* done) {
    llvm::Type* i32 = builder.getInt32Ty();
    llvm::FunctionCallee global_id = kernel.function->getParent()->getOrInsertFunction(
        "__ndweave_global_id", llvm::FunctionType::get(builder.getInt64Ty(), {i32}, false));
    llvm::Value* inside = nullptr;
    for (unsigned axis = 0; axis < dimensions; ++axis) {
        llvm::Value* id = builder.CreateCall(global_id, {builder.getInt32(axis)});
        llvm::Value* test = builder.CreateICmpULT(id, kernel.global_range[axis]);
        inside = inside ? builder.CreateAnd(inside, test) : test;
    }
    builder.CreateCondBr(inside, body, done);
}

/// How many ranges the kernel is called with, to leave out the work-items past them.
unsigned guards_of(const ndw_compile_request& request) {
    return request.variant.kind == NDW_KERNEL_BASIC ? request.variant.dimensions : 0;
}

/// An empty kernel (functor, global_range…, group_range…) with its parameters: the ranges where it guards, the number
/// of work-groups where they lie in one dimension.
kernel_function declare_kernel(llvm::Function& entry, const ndw_compile_request& request) {
    llvm::LLVMContext& context = entry.getContext();
    const unsigned guards = guards_of(request);
    const bool flat = (request.variant.flags & NDW_COMPILE_FLAT_GRID) != 0;
    std::vector<llvm::Type*> types(1 + guards, llvm::Type::getInt64Ty(context));
    types[0] = llvm::PointerType::get(context, generic_space);
    types.insert(types.end(), flat ? 3 : 0, llvm::Type::getInt32Ty(context));

    kernel_function kernel;
    kernel.function =
        llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false),
                               llvm::GlobalValue::ExternalLinkage, ptx_name(entry.getName()), entry.getParent());
    kernel.function->addFnAttr(llvm::Attribute::NoUnwind);
    kernel.function->addFnAttr(llvm::Attribute::MustProgress);

    const std::uint32_t bytes = std::max(1u, request.functor_size);
    llvm::Type* functor_type = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), bytes);
    llvm::Argument* functor = kernel.function->getArg(0);
    functor->setName("functor");
    functor->addAttr(llvm::Attribute::getWithByValType(context, functor_type));
    functor->addAttr(llvm::Attribute::getWithAlignment(context, llvm::Align(functor_alignment)));
    functor->addAttr(llvm::Attribute::NoUndef);
    kernel.parameters.push_back({NDW_PARAMETER_FUNCTOR, 0, bytes});
    for (unsigned axis = 0; axis < guards; ++axis) {
        kernel.global_range[axis] = kernel.function->getArg(1 + axis);
        kernel.global_range[axis]->setName("global_range");
        kernel.parameters.push_back({NDW_PARAMETER_GLOBAL_RANGE, axis, 8});
    }
    for (unsigned axis = 0; flat && axis < 3; ++axis) {
        kernel.group_range[axis] = kernel.function->getArg(1 + guards + axis);
        kernel.group_range[axis]->setName("group_range");
        kernel.parameters.push_back({NDW_PARAMETER_GROUP_RANGE, axis, 4});
    }
    return kernel;
}

/// Fills the kernel: `entry` is called on the functor, where `guards` > 0 by the work-items inside the ranges only.
llvm::CallInst& call_entry(const kernel_function& kernel, llvm::Function& entry, unsigned guards) {
    llvm::LLVMContext& context = entry.getContext();
    auto* start = llvm::BasicBlock::Create(context, "start", kernel.function);
    auto* body = llvm::BasicBlock::Create(context, "body", kernel.function);
    auto* done = llvm::BasicBlock::Create(context, "done", kernel.function);
    llvm::IRBuilder<> builder(start);
    if (guards > 0) {
        emit_guard(builder, kernel, guards, body, done);
    } else {
        builder.CreateBr(body);
    }
    builder.SetInsertPoint(body);
    llvm::Value* param = builder.CreateAddrSpaceCast(kernel.function->getArg(0), builder.getPtrTy(param_space));
    llvm::CallInst* call = builder.CreateCall(&entry, {builder.CreateAddrSpaceCast(param, builder.getPtrTy())});
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
    return *call;
}

}  // namespace

kernel_function make_kernel(llvm::Function& entry, const ndw_compile_request& request) {
    const bool coarse = streams(entry, request);
    kernel_function kernel = declare_kernel(entry, request);
    llvm::CallInst& call = call_entry(kernel, entry, coarse ? 0 : guards_of(request));
    entry.removeFnAttr(llvm::Attribute::OptimizeNone);
    entry.removeFnAttr(llvm::Attribute::NoInline);
    if (coarse) {
        coarsen(call, kernel.global_range[0], request.variant.local_range[0]);
        kernel.coarsening = coarsening;
    } else {
        llvm::InlineFunctionInfo info;
        llvm::InlineFunction(call, info);
    }
    annotate_kernel(*kernel.function, request.variant.local_range);
    return kernel;
}

}  // namespace ndweave::compiler::ptx
