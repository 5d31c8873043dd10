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

Value* kernel_writer::convergent_builtin(const char* name, Type* result, ArrayRef<Value*> arguments) {
    Value* call = builtin(name, result, arguments);
    cast<CallInst>(call)->getCalledFunction()->setConvergent();
    return call;
}

Value* kernel_writer::field(unsigned offset, Type* type) {
    return at_.CreateLoad(type, at_.CreateConstGEP1_32(at_.getInt8Ty(), kernel_->getArg(0), offset));
}

Value* kernel_writer::element(Value* base, Value* index, Type* type) {
    return at_.CreateInBoundsGEP(type ? type : word(), base, at_.CreateZExt(index, at_.getInt64Ty()));
}

Value* kernel_writer::behind(Value* base, Value* bytes) { return element(base, bytes, at_.getInt8Ty()); }

Value* kernel_writer::variable(Type* type, const char* name) {
    IRBuilder<> entry(&kernel_->getEntryBlock(), kernel_->getEntryBlock().begin());
    return entry.CreateAlloca(type, nullptr, name);
}

void kernel_writer::enter(BasicBlock* block) {
    at_.CreateBr(block);
    go_on_in(block);
}

void kernel_writer::when(Value* condition, const part& yes) {
    BasicBlock *then = block("then"), *join = block("join");
    at_.CreateCondBr(condition, then, join);
    go_on_in(then);
    yes();
    enter(join);
}

void kernel_writer::either(Value* condition, const part& yes, const part& no) {
    BasicBlock *then = block("then"), *otherwise = block("else"), *join = block("join");
    at_.CreateCondBr(condition, then, otherwise);
    go_on_in(then);
    yes();
    at_.CreateBr(join);
    go_on_in(otherwise);
    no();
    enter(join);
}

void kernel_writer::count_up(Value* first, Value* end, Value* step, const std::function<void(Value*)>& iteration) {
    Value* count = variable(word(), "i");
    BasicBlock *test = block("test"), *more = block("iteration"), *left = block("left");
    at_.CreateStore(first, count);
    enter(test);
    at_.CreateCondBr(at_.CreateICmpULT(load(count), end), more, left);
    go_on_in(more);
    iteration(load(count));
    at_.CreateStore(at_.CreateAdd(load(count), step), count);
    at_.CreateBr(test);
    go_on_in(left);
}

Function* kernel_writer::helper(const char* name, Type* result, ArrayRef<Type*> parameters,
                                const std::function<Value*(Function&)>& body) {
    Function* const caller = std::exchange(kernel_, nullptr);
    BasicBlock* const callers_end = std::exchange(end_, nullptr);
    const auto here = at_.saveIP();
    kernel_ = Function::Create(FunctionType::get(result, parameters, false), Function::InternalLinkage, name, module_);
    Function* const made = kernel_;
    at_.SetInsertPoint(BasicBlock::Create(context_, "entry", made));
    Value* const returned = body(*made);
    returned ? at_.CreateRet(returned) : at_.CreateRetVoid();
    kernel_ = caller;
    end_ = callers_end;
    at_.restoreIP(here);
    return made;
}

}  // namespace ndweave::compiler::testing
