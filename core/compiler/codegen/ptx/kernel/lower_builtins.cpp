#include "compiler/codegen/ptx/kernel/lower_builtins.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string_view>
#include <vector>

#include "compiler/builtins.hpp"
#include "compiler/codegen/ptx/kernel/arguments.hpp"
#include "compiler/codegen/ptx/kernel/builtin_emitter.hpp"
#include "compiler/kernel_attributes.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler::ptx {
namespace {

/// Emits the replacement of one call; a null result for builtins that return nothing.
using lowering = llvm::Value* (*)(builtin_emitter&, llvm::CallInst&);

llvm::Value* argument(llvm::CallInst& call, unsigned index = 0) { return call.getArgOperand(index); }

std::uint32_t scratch_size(llvm::CallInst& call) {
    constexpr std::uint32_t most = 16;  // the contract's limit, for a size that is no constant
    auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(argument(call));
    return bytes ? static_cast<std::uint32_t>(bytes->getZExtValue()) : most;
}

const std::map<std::string_view, lowering>& lowerings() {
    using e = builtin_emitter;
    using c = llvm::CallInst;
    static const std::map<std::string_view, lowering> table = {
        {"local_id", [](e& emit, c& call) { return emit.local_id(argument(call)); }},
        {"local_range", [](e& emit, c& call) { return emit.local_range(argument(call)); }},
        {"group_id", [](e& emit, c& call) { return emit.group_id(argument(call)); }},
        {"group_range", [](e& emit, c& call) { return emit.group_range(argument(call)); }},
        {"global_id", [](e& emit, c& call) { return emit.global_id(argument(call)); }},
        {"global_range", [](e& emit, c& call) { return emit.global_range(argument(call)); }},
        {"sub_group_size", [](e& emit, c&) { return emit.u32(warp_size); }},
        {"sub_group_local_id", [](e& emit, c&) { return emit.lane(); }},
        {"sub_group_id", [](e& emit, c&) { return emit.warp(); }},
        {"target", [](e& emit, c&) { return emit.u32(NDWEAVE_TARGET_GPU); }},
        {"shuffle_u32", [](e& emit, c& call) { return emit.shuffle(argument(call), argument(call, 1)); }},
        {"shuffle_u64", [](e& emit, c& call) { return emit.shuffle(argument(call), argument(call, 1)); }},
        {"members_shuffle_u32",
         [](e& emit, c& call) { return emit.shuffle_among(argument(call, 2), argument(call), argument(call, 1)); }},
        {"members_shuffle_u64",
         [](e& emit, c& call) { return emit.shuffle_among(argument(call, 2), argument(call), argument(call, 1)); }},
        {"members_ballot", [](e& emit, c& call) { return emit.ballot_among(argument(call, 1), argument(call)); }},
        {"members_barrier",
         [](e& emit, c& call) -> llvm::Value* { return emit.barrier_among(argument(call)), nullptr; }},
        {"active_lanes", [](e& emit, c&) { return emit.active_lanes(); }},
        {"printf", [](e& emit, c& call) { return emit.print(call); }},
        {"local_memory", [](e& emit, c&) { return emit.local_memory(); }},
        {"group_scratch", [](e& emit, c& call) { return emit.group_scratch(scratch_size(call)); }},
        {"sub_group_scratch", [](e& emit, c& call) { return emit.warp_scratch(scratch_size(call)); }},
        {"barrier", [](e& emit, c&) -> llvm::Value* { return emit.block_barrier(), nullptr; }},
        {"scratch_barrier", [](e& emit, c&) -> llvm::Value* { return emit.scratch_barrier(), nullptr; }},
        {"sub_group_barrier", [](e& emit, c&) -> llvm::Value* { return emit.warp_barrier(), nullptr; }},
        {"fence",
         [](e& emit, c& call) -> llvm::Value* {
             return emit.fence(argument(call), fence_order::acquire_release), nullptr;
         }},
        {"sequential_fence",
         [](e& emit, c& call) -> llvm::Value* { return emit.fence(argument(call), fence_order::sequential), nullptr; }},
    };
    return table;
}

std::vector<llvm::CallInst*> builtin_calls(llvm::Function& kernel) {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call && call->getCalledFunction() && is_builtin(call->getCalledFunction()->getName()))
            calls.push_back(call);
    }
    return calls;
}

}  // namespace

void lower_builtins(llvm::Function& kernel) {
    const kernel_arguments arguments = kernel_arguments::of(kernel);
    const kernel_attributes launch = kernel_attributes::of(kernel);
    unsigned operations = 0;
    for (llvm::CallInst* call : builtin_calls(kernel)) {
        const llvm::StringRef name = call->getCalledFunction()->getName();
        const auto found = lowerings().find(name.drop_front(llvm::StringRef("__ndweave_").size()));
        if (found == lowerings().end()) continue;
        builtin_emitter emitter(arguments, launch, operations, call);
        if (llvm::Value* value = found->second(emitter, *call)) call->replaceAllUsesWith(value);
        call->eraseFromParent();
    }
}

std::string unknown_builtin(const llvm::Function& kernel) {
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
        if (callee && is_builtin(callee->getName())) return callee->getName().str();
    }
    return {};
}

std::uint32_t scratch_bytes_of(const llvm::Function& kernel) {
    const llvm::Module& module = *kernel.getParent();
    std::uint32_t bytes = 0;
    for (const char* name : {scratch_name, warp_scratch_names[0], warp_scratch_names[1]}) {
        if (const llvm::GlobalVariable* array = module.getNamedGlobal(name))
            bytes += static_cast<std::uint32_t>(module.getDataLayout().getTypeAllocSize(array->getValueType()));
    }
    return bytes;
}

bool has_barrier(const llvm::Function& kernel) {
    return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
        auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        return call && call->getIntrinsicID() == llvm::Intrinsic::nvvm_barrier0;
    });
}

}  // namespace ndweave::compiler::ptx
