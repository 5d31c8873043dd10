#include "compiler/codegen/host/entry/body.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstddef>

#include "compiler/abi.h"
#include "compiler/builtins.hpp"
#include "compiler/codegen/host/entry/streams.hpp"
#include "compiler/passes/analysis/functor.hpp"

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

/// The call of check mode `call`, made by `make`, where `fine` does not hold. Without a call its first argument is the
/// result.
llvm::Value* call_unless(llvm::CallBase& call, llvm::Value& fine,
                         llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&)> make) {
    llvm::BasicBlock* const before = call.getParent();
    llvm::IRBuilder<> builder(&call);
    llvm::Instruction* const end = llvm::SplitBlockAndInsertIfThen(builder.CreateNot(&fine), call.getIterator(), false);
    builder.SetInsertPoint(end);
    llvm::Value* const made = make(builder);
    if (call.getType()->isVoidTy()) return nullptr;
    builder.SetInsertPoint(call.getParent(), call.getParent()->begin());
    llvm::PHINode* const result = builder.CreatePHI(call.getType(), 2);
    result->addIncoming(call.getArgOperand(0), before);
    result->addIncoming(made, end->getParent());
    return result;
}

/// Whether `bytes` at `offset` lie within `size`.
llvm::Value* fits(llvm::IRBuilder<>& builder, llvm::Value* offset, llvm::Value* bytes, llvm::Value* size) {
    llvm::Value* const begins = builder.CreateICmpULE(offset, size);
    return builder.CreateAnd(begins, builder.CreateICmpULE(bytes, builder.CreateSub(size, offset)));
}

/// Whether an access is aligned and in memory that nobody writes, as far as the launch has found out.
llvm::Value* reads_unwritten(llvm::CallBase& access, llvm::IRBuilder<>& builder, llvm::Value& check,
                             std::uint32_t what) {
    llvm::Type* const word = builder.getInt64Ty();
    const std::uint64_t place = offsetof(ndw_check, unwritten) + 16 * (what / NDW_CHECK_CAPTURE % 32 - 1);
    const auto load = [&](std::uint64_t offset) {
        return builder.CreateLoad(word, builder.CreateConstGEP1_64(builder.getInt8Ty(), &check, offset));
    };
    llvm::Value* const address = builder.CreatePtrToInt(access.getArgOperand(0), word);
    llvm::Value* const inside =
        fits(builder, builder.CreateSub(address, load(place)), access.getArgOperand(1), load(place + 8));
    const std::uint64_t alignment = std::uint64_t{1} << (what / NDW_CHECK_ALIGNMENT % 16);
    llvm::Value* const aligned = builder.CreateICmpEQ(builder.CreateAnd(address, alignment - 1), builder.getInt64(0));
    return builder.CreateAnd(inside, aligned);
}

/// Whether an access to the kernel's own memory is none beyond it; see ndw_check::private_access.
llvm::Value* is_inside(llvm::CallBase& access, llvm::IRBuilder<>& builder, std::uint32_t what) {
    llvm::Value *const at = access.getArgOperand(0), *const end = access.getArgOperand(2);
    if (what & NDW_CHECK_INDEX) return builder.CreateICmpULT(at, end);
    return fits(builder, at, access.getArgOperand(1), end);
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
    const auto constant = [](const llvm::Value* value) {
        return static_cast<std::uint32_t>(llvm::cast<llvm::ConstantInt>(value)->getZExtValue());
    };
    const auto access = [&](llvm::CallBase& call, llvm::IRBuilder<>& builder) -> llvm::Value* {
        const auto make = [&](llvm::IRBuilder<>& at) { return check(offsetof(ndw_check, access))(call, at); };
        const std::uint32_t what = constant(call.getArgOperand(2));
        if (what / NDW_CHECK_CAPTURE == 0) return make(builder);
        return call_unless(call, *reads_unwritten(call, builder, *body.getArg(body_check), what), make);
    };
    replace_calls(module, "__ndweave_check_access", access, &body);
    const auto private_access = [&](llvm::CallBase& call, llvm::IRBuilder<>& builder) -> llvm::Value* {
        const auto make = [&](llvm::IRBuilder<>& at) { return check(offsetof(ndw_check, private_access))(call, at); };
        return call_unless(call, *is_inside(call, builder, constant(call.getArgOperand(3))), make);
    };
    replace_calls(module, "__ndweave_check_private", private_access, &body);
    const auto division = [&](llvm::CallBase& call, llvm::IRBuilder<>& builder) -> llvm::Value* {
        const auto make = [&](llvm::IRBuilder<>& at) { return check(offsetof(ndw_check, division))(call, at); };
        return call_unless(call, *builder.CreateIsNull(call.getArgOperand(0)), make);
    };
    replace_calls(module, "__ndweave_check_division", division, &body);
    replace_calls(module, "__ndweave_check_writes", check(offsetof(ndw_check, writes)), &body);
    replace_calls(module, "__ndweave_divergent_barrier", check(offsetof(ndw_check, divergent_barrier)), &body);
    replace_calls(module, "__ndweave_check_group", check(offsetof(ndw_check, begin_group)), &body);
    replace_calls(module, "__ndweave_check_barrier", check(offsetof(ndw_check, barrier)), &body);
    replace_calls(module, "__ndweave_check_fence", check(offsetof(ndw_check, fence)), &body);
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
