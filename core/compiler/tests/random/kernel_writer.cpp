#include "kernel_writer.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

kernel_writer::kernel_writer(std::uint64_t seed, const random_shape& shape)
    : random_(seed), shape_(shape), module_("random", context_), at_(context_) {
    module_.setDataLayout(
        "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");  // x86-64's
    FunctionType* type = FunctionType::get(at_.getVoidTy(), {at_.getPtrTy()}, false);
    kernel_ = Function::Create(type, Function::ExternalLinkage, "kernel", module_);
    at_.SetInsertPoint(BasicBlock::Create(context_, "entry", kernel_));
    end_ = BasicBlock::Create(context_, "end", kernel_);
}

Value* kernel_writer::builtin(const char* name, Type* result, ArrayRef<Value*> arguments) {
    SmallVector<Type*> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    return at_.CreateCall(module_.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
}

void kernel_writer::barrier() {
    auto* call = cast<CallInst>(builtin("__ndweave_barrier", at_.getVoidTy(), {}));
    call->getCalledFunction()->setConvergent();
}

Value* kernel_writer::field(unsigned offset, Type* type) {
    return at_.CreateLoad(type, at_.CreateConstGEP1_32(at_.getInt8Ty(), kernel_->getArg(0), offset));
}

Value* kernel_writer::element(Value* base, Value* index, Type* type) {
    return at_.CreateInBoundsGEP(type ? type : word(), base, at_.CreateZExt(index, at_.getInt64Ty()));
}

Value* kernel_writer::variable(Type* type, const char* name) {
    IRBuilder<> entry(&kernel_->getEntryBlock(), kernel_->getEntryBlock().begin());
    return entry.CreateAlloca(type, nullptr, name);
}

void kernel_writer::enter(BasicBlock* block) {
    at_.CreateBr(block);
    go_on_in(block);
}

}  // namespace ndweave::compiler::testing
