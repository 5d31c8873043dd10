#include "compiler/passes/front/launch_arguments.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/ReplaceConstant.h>

#include <cstring>
#include <optional>

#include "compiler/builtins.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {
namespace {

std::optional<std::uint64_t> place_of(const llvm::GlobalVariable& variable, const kernel_attributes& kernel) {
    llvm::StringRef name = variable.getName();
    if (!name.consume_front(device_global_prefix)) return std::nullopt;
    const bool is_by_key = name.consume_front("of.");
    std::uint64_t number = 0;
    if (name.getAsInteger(10, number)) return std::nullopt;
    if (!is_by_key) return number;
    const auto found = kernel.constants.find(number);
    if (found == kernel.constants.end() || found->second.size() != sizeof number) return std::nullopt;
    std::memcpy(&number, found->second.data(), sizeof number);
    return number;
}

llvm::Value* load(llvm::IRBuilder<>& b, llvm::Type* type, llvm::Value* functor, llvm::Value* place) {
    return b.CreateAlignedLoad(type, b.CreateInBoundsGEP(b.getInt8Ty(), functor, place), llvm::Align(8));
}

void use_captured_pointer(llvm::GlobalVariable& variable, llvm::Function& kernel, std::uint64_t place) {
    llvm::convertUsersOfConstantsToInstructions({&variable}, &kernel);
    llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    llvm::Value* const pointer = load(builder, builder.getPtrTy(), kernel.getArg(0), builder.getInt64(place));
    variable.replaceUsesWithIf(pointer, [&](const llvm::Use& use) {
        const auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        return user != nullptr && user->getFunction() == &kernel;
    });
    if (variable.use_empty()) variable.eraseFromParent();
}

}  // namespace

void find_launch_arguments(llvm::Module& module) {
    llvm::Function* const kernel = kernel_of(module);
    if (kernel == nullptr) return;
    const kernel_attributes attributes = kernel_attributes::of(*kernel);
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
        if (const auto place = place_of(variable, attributes)) use_captured_pointer(variable, *kernel, *place);
    }
    constexpr std::uint64_t number_bytes = 8, offset_bytes = 3 * number_bytes;
    const std::uint64_t end = attributes.functor_size;
    const auto offset = [&](llvm::CallBase& call, llvm::IRBuilder<>& b) -> llvm::Value* {
        if (end < offset_bytes) return b.getInt64(0);  // of no launch with an offset
        llvm::Value* const before =
            b.CreateMul(b.CreateZExt(call.getArgOperand(0), b.getInt64Ty()), b.getInt64(number_bytes));
        return load(b, b.getInt64Ty(), kernel->getArg(0), b.CreateAdd(b.getInt64(end - offset_bytes), before));
    };
    replace_calls(module, builtin::launch_offset, offset, kernel);
}

}  // namespace ndweave::compiler
