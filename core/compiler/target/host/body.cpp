#include "compiler/target/host/body.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <cstddef>

#include "compiler/abi.h"
#include "compiler/builtins.hpp"
#include "compiler/passes/analysis/functor.hpp"
#include "compiler/target/host/streams.hpp"

namespace ndweave::compiler::host {
namespace {

llvm::Function* declare_body(llvm::Function& kernel, bool separate_memories) {
    llvm::LLVMContext& context = kernel.getContext();
    llvm::Type* const pointer = llvm::PointerType::getUnqual(context);
    llvm::SmallVector<llvm::Type*> types(body_argument_count, llvm::Type::getInt64Ty(context));
    for (unsigned i = 0; i < body_index; ++i) types[i] = pointer;
    for (unsigned i = body_extent; i < body_argument_count; ++i) types[i] = llvm::Type::getInt32Ty(context);
    auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
    auto* const body =
        llvm::Function::Create(type, llvm::Function::InternalLinkage, kernel.getName() + ".body", kernel.getParent());
    for (unsigned i = 0; i < body_index && separate_memories; ++i) body->addParamAttr(i, llvm::Attribute::NoAlias);
    body->addParamAttr(body_functor, llvm::Attribute::ReadOnly);
    body->addFnAttr(llvm::Attribute::AlwaysInline);
    body->setDoesNotThrow();
    body->setSubprogram(kernel.getSubprogram());
    return body;
}

/// Loads through constant offsets of the functor, which nobody writes while the kernel runs.
void mark_capture_loads(llvm::Value& functor) {
    llvm::LLVMContext& context = functor.getContext();
    for (llvm::User* user : functor.users()) {
        if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
            if (address->getPointerOperand() == &functor) mark_capture_loads(*address);
        }
        auto* const load = llvm::dyn_cast<llvm::LoadInst>(user);
        if (load == nullptr || !load->isSimple()) continue;
        load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
    }
}

/// Moves the loads of captures within `size` bytes to the beginning.
void load_captures_first(llvm::Function& body, std::uint64_t size) {
    llvm::Value* const functor = body.getArg(body_functor);
    llvm::BasicBlock& entry = body.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
    for (llvm::BasicBlock& block : body) {
        for (llvm::Instruction& i : llvm::make_early_inc_range(block)) {
            auto* const load = llvm::dyn_cast<llvm::LoadInst>(&i);
            if (&block == &entry || load == nullptr || !load->hasMetadata(llvm::LLVMContext::MD_invariant_load))
                continue;
            if (!is_in_functor(*load, *functor, size)) continue;
            const std::uint64_t offset = *offset_in_functor(*load, *functor);
            load->setOperand(0, builder.CreateConstGEP1_64(builder.getInt8Ty(), functor, offset));
            load->setMetadata(llvm::LLVMContext::MD_noundef, nullptr);  // which only the guard's inside promised
            load->moveBefore(entry, builder.GetInsertPoint());
        }
    }
}

void give_access_group(llvm::Function& body, llvm::MDNode& group) {
    for (llvm::Instruction& i : llvm::instructions(body)) {
        if (i.mayReadOrWriteMemory()) i.setMetadata(llvm::LLVMContext::MD_access_group, &group);
    }
}

/// A fence between work-items of one group orders one thread's accesses only: a group runs on one thread.
llvm::Value* lower_fence(llvm::CallBase& call, llvm::IRBuilder<>& builder) {
    const auto* const scope = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    const bool in_group = scope != nullptr && scope->getZExtValue() <= 2;  // memory_scope::work_group
    const bool sequential = call.getCalledFunction()->getName() == "__ndweave_sequential_fence";
    builder.CreateFence(
        sequential ? llvm::AtomicOrdering::SequentiallyConsistent : llvm::AtomicOrdering::AcquireRelease,
        in_group ? llvm::SyncScope::SingleThread : llvm::SyncScope::System);
    return nullptr;
}

/// A call of a function of ndw_check, which lies at `offset` in it, with the call's own arguments.
llvm::Value* lower_check(llvm::CallBase& call, llvm::IRBuilder<>& builder, llvm::Value& check, std::uint64_t offset) {
    llvm::SmallVector<llvm::Type*> types = {builder.getPtrTy()};
    llvm::SmallVector<llvm::Value*> arguments = {&check};
    for (llvm::Value* argument : call.args()) {
        types.push_back(argument->getType());
        arguments.push_back(argument);
    }
    llvm::Value* const at = builder.CreateConstGEP1_64(builder.getInt8Ty(), &check, offset);
    llvm::Value* const function = builder.CreateLoad(builder.getPtrTy(), at);
    return builder.CreateCall(llvm::FunctionType::get(call.getType(), types, false), function, arguments);
}

void replace_builtins(llvm::Function& body) {
    llvm::Module& module = *body.getParent();
    const auto by_argument = [&](const char* name, unsigned first) {
        const auto argument = [&](llvm::CallBase& call, llvm::IRBuilder<>&) -> llvm::Value* {
            return body.getArg(call.arg_empty() ? first : first + axis_of(call));
        };
        replace_calls(module, name, argument, &body);
    };
    by_argument("__ndweave_global_id", body_index);
    by_argument("__ndweave_global_base", body_index);
    by_argument("__ndweave_group_id", body_index);
    by_argument("__ndweave_group_range", body_group_range);
    by_argument("__ndweave_global_range", body_global_range);
    by_argument("__ndweave_extent", body_extent);
    by_argument("__ndweave_local_memory", body_local_memory);
    const auto scratch = [&](llvm::CallBase&, llvm::IRBuilder<>&) -> llvm::Value* { return body.getArg(body_scratch); };
    const auto arena = [&](llvm::CallBase& call, llvm::IRBuilder<>& builder) -> llvm::Value* {
        return builder.CreateInBoundsGEP(builder.getInt8Ty(), body.getArg(body_arena), call.getArgOperand(0));
    };
    const auto check = [&](std::uint64_t offset) {
        return [&body, offset](llvm::CallBase& call, llvm::IRBuilder<>& builder) {
            return lower_check(call, builder, *body.getArg(body_check), offset);
        };
    };
    replace_calls(module, "__ndweave_check_access", check(offsetof(ndw_check, access)), &body);
    replace_calls(module, "__ndweave_check_private", check(offsetof(ndw_check, private_access)), &body);
    replace_calls(module, "__ndweave_divergent_barrier", check(offsetof(ndw_check, divergent_barrier)), &body);
    replace_calls(module, "__ndweave_check_group", check(offsetof(ndw_check, begin_group)), &body);
    replace_calls(module, "__ndweave_check_barrier", check(offsetof(ndw_check, barrier)), &body);
    replace_calls(module, "__ndweave_check_fence", check(offsetof(ndw_check, fence)), &body);
    replace_calls(module, "__ndweave_check_division", check(offsetof(ndw_check, division)), &body);
    const auto item = [&](llvm::CallBase& call, llvm::IRBuilder<>& builder) -> llvm::Value* {
        llvm::Value* const at =
            builder.CreateConstGEP1_64(builder.getInt8Ty(), body.getArg(body_check), offsetof(ndw_check, work_item));
        builder.CreateStore(call.getArgOperand(0), at);
        return nullptr;
    };
    replace_calls(module, "__ndweave_check_item", item, &body);
    replace_calls(module, "__ndweave_group_scratch", scratch, &body);
    replace_calls(module, "__ndweave_arena", arena, &body);
    for (const char* fence : {"__ndweave_fence", "__ndweave_sequential_fence"}) {
        replace_calls(module, fence, lower_fence, &body);
    }
}

}  // namespace

llvm::Align functor_alignment(const llvm::Function& kernel) {
    llvm::Align alignment;
    for (const llvm::Instruction& i : llvm::instructions(kernel)) {
        const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&i);
        if (load == nullptr) continue;
        const auto offset = offset_in_functor(*load, *kernel.getArg(0));
        const bool member = offset && llvm::isAligned(load->getAlign(), *offset);
        if (member) alignment = std::max(alignment, load->getAlign());
    }
    return alignment;
}

llvm::Function* make_body(llvm::Function& kernel, const body_options& options) {
    llvm::Function* const body = declare_body(kernel, options.access_group == nullptr);
    body->splice(body->end(), &kernel);
    kernel.getArg(0)->replaceAllUsesWith(body->getArg(body_functor));
    kernel.eraseFromParent();
    if (may_write(*body->getArg(body_functor))) {
        body->removeParamAttr(body_functor, llvm::Attribute::ReadOnly);
    } else {
        mark_capture_loads(*body->getArg(body_functor));
        load_captures_first(*body, options.captures_first);
    }
    if (options.aligned_captures != nullptr) {
        state_alignment(*body, *body->getArg(body_functor), *options.aligned_captures);
    }
    replace_builtins(*body);
    if (options.access_group != nullptr) give_access_group(*body, *options.access_group);
    return body;
}

}  // namespace ndweave::compiler::host
