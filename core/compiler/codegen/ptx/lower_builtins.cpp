#include "compiler/codegen/ptx/lower_builtins.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <map>
#include <string_view>

#include "compiler/codegen/ptx/builtin_emitter.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler::ptx {
namespace {

/// Emits the replacement of one call; a null result for builtins that return nothing.
using lowering = std::function<llvm::Value*(builtin_emitter&, llvm::CallInst&, builtin_use&)>;

llvm::Value* argument(llvm::CallInst& call, unsigned index = 0) { return call.getArgOperand(index); }

std::uint32_t scratch_size(llvm::CallInst& call) {
    constexpr std::uint32_t most = 16;  // the contract's limit, for a size that is no constant
    auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(argument(call));
    return bytes ? static_cast<std::uint32_t>(bytes->getZExtValue()) : most;
}

const std::map<std::string_view, lowering>& lowerings() {
    using e = builtin_emitter;
    using c = llvm::CallInst;
    using u = builtin_use;
    static const std::map<std::string_view, lowering> table = {
        {"local_id", [](e& emit, c& call, u&) { return emit.local_id(argument(call)); }},
        {"local_range", [](e& emit, c& call, u&) { return emit.local_range(argument(call)); }},
        {"group_id", [](e& emit, c& call, u&) { return emit.group_id(argument(call)); }},
        {"group_range", [](e& emit, c& call, u&) { return emit.group_range(argument(call)); }},
        {"global_id", [](e& emit, c& call, u&) { return emit.global_id(argument(call)); }},
        {"global_range", [](e& emit, c& call, u&) { return emit.global_range(argument(call)); }},
        {"sub_group_size", [](e& emit, c&, u&) { return emit.u32(warp_size); }},
        {"sub_group_local_id", [](e& emit, c&, u&) { return emit.lane(); }},
        {"sub_group_id", [](e& emit, c&, u&) { return emit.warp(); }},
        {"target", [](e& emit, c&, u&) { return emit.u32(NDWEAVE_TARGET_GPU); }},
        {"shuffle_u32", [](e& emit, c& call, u&) { return emit.shuffle(argument(call), argument(call, 1)); }},
        {"shuffle_u64", [](e& emit, c& call, u&) { return emit.shuffle(argument(call), argument(call, 1)); }},
        {"local_memory", [](e& emit, c&, u&) { return emit.local_memory(); }},
        {"group_scratch", [](e& emit, c& call, u&) { return emit.scratch(scratch_size(call)); }},
        {"barrier",
         [](e& emit, c&, u& use) {
             use.barrier = true;
             emit.block_barrier();
             return static_cast<llvm::Value*>(nullptr);
         }},
        {"sub_group_barrier",
         [](e& emit, c&, u&) {
             emit.warp_barrier();
             return static_cast<llvm::Value*>(nullptr);
         }},
        {"fence",
         [](e& emit, c& call, u&) {
             emit.fence(argument(call), fence_order::acquire_release);
             return static_cast<llvm::Value*>(nullptr);
         }},
        {"sequential_fence",
         [](e& emit, c& call, u&) {
             emit.fence(argument(call), fence_order::sequential);
             return static_cast<llvm::Value*>(nullptr);
         }},
    };
    return table;
}

std::vector<llvm::CallInst*> builtin_calls(llvm::Function& kernel) {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("__ndweave_")) {
            calls.push_back(call);
        }
    }
    return calls;
}

}  // namespace

builtin_use lower_builtins(const kernel_function& kernel, const ndw_compile_request& request) {
    builtin_use use;
    for (llvm::CallInst* call : builtin_calls(*kernel.function)) {
        const llvm::StringRef name = call->getCalledFunction()->getName();
        const auto found = lowerings().find(name.drop_front(llvm::StringRef("__ndweave_").size()));
        if (found == lowerings().end()) {
            use.unknown = name.str();
            return use;
        }
        builtin_emitter emitter(kernel, request, call);
        if (llvm::Value* value = found->second(emitter, *call, use)) call->replaceAllUsesWith(value);
        call->eraseFromParent();
    }
    const llvm::Module& module = *kernel.function->getParent();
    if (const llvm::GlobalVariable* scratch = module.getNamedGlobal("ndw_scratch")) {
        use.scratch_bytes = static_cast<std::uint32_t>(
            module.getDataLayout().getTypeAllocSize(scratch->getValueType()).getFixedValue());
    }
    return use;
}

}  // namespace ndweave::compiler::ptx
