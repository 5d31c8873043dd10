#include "compiler/passes/front/group_memory.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/Alignment.h>

#include <algorithm>
#include <optional>
#include <string>

#include "compiler/builtins.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {
namespace {

constexpr llvm::StringLiteral attribute = "ndweave-group-memory";
constexpr std::uint64_t launch_alignment = 64;  // of the arrays of the launch
constexpr std::uint64_t gap = 256;  // in check mode, as between those: overruns should not reach the next array

struct array {
    std::uint64_t bytes = 0, alignment = 1, offset = 0;
};

/// By their ids, in the order in which the code declares them.
using arrays = llvm::MapVector<const llvm::Constant*, array>;

struct declaration {
    const llvm::Constant* id;
    std::uint64_t bytes, alignment;
};

std::optional<declaration> declaration_of(const llvm::CallBase& call) {
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    const auto* id = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(2)->stripPointerCasts());
    if (bytes == nullptr || alignment == nullptr || id == nullptr) return std::nullopt;
    if (!llvm::isPowerOf2_64(alignment->getZExtValue())) return std::nullopt;
    return declaration{id, bytes->getZExtValue(), alignment->getZExtValue()};
}

arrays declared_in(llvm::Module& module) {
    arrays found;
    for (const llvm::CallBase* call : calls_of(module, builtin::group_memory)) {
        const std::optional<declaration> one = declaration_of(*call);
        if (!one) continue;
        array& of_id = found[one->id];
        of_id.bytes = std::max(of_id.bytes, one->bytes);
        of_id.alignment = std::max(of_id.alignment, one->alignment);
    }
    return found;
}

/// Returns the bytes of all.
std::uint64_t lay_out(arrays& all, bool checked) {
    std::uint64_t end = 0;
    for (auto& [id, one] : all) {
        one.offset = llvm::alignTo(end, llvm::Align(one.alignment));
        end = one.offset + one.bytes + (checked ? gap : 0);
    }
    return llvm::alignTo(end, launch_alignment);
}

llvm::Value* local_memory_at(llvm::IRBuilder<>& at, std::uint64_t offset) {
    llvm::CallInst* start = call_builtin(at, builtin::local_memory, at.getPtrTy(), {});
    return offset == 0 ? start : at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), start, offset);
}

/// The launch's own local memory begins behind `bytes`.
void move_launch_memory(llvm::Module& module, std::uint64_t bytes) {
    for (llvm::CallBase* start : calls_of(module, builtin::local_memory)) {
        llvm::IRBuilder<> behind(start->getNextNode());
        auto* moved =
            llvm::cast<llvm::Instruction>(behind.CreateConstInBoundsGEP1_64(behind.getInt8Ty(), start, bytes));
        start->replaceUsesWithIf(moved, [&](const llvm::Use& use) { return use.getUser() != moved; });
    }
}

void note(llvm::Function& kernel, const arrays& all, std::uint64_t bytes) {
    std::string text;
    for (const auto& [id, one] : all) text += std::to_string(one.offset) + ":" + std::to_string(one.bytes) + ",";
    kernel.addFnAttr(attribute, text + std::to_string(bytes));
}

}  // namespace

void place_group_memory(llvm::Module& module) {
    llvm::Function* const kernel = kernel_of(module);
    arrays all = declared_in(module);
    if (kernel == nullptr || all.empty()) return;
    const std::uint64_t bytes = lay_out(all, kernel_attributes::of(*kernel).check);
    move_launch_memory(module, bytes);
    for (llvm::CallBase* call : calls_of(module, builtin::group_memory)) {
        const std::optional<declaration> one = declaration_of(*call);
        if (!one) continue;
        llvm::IRBuilder<> at(call);
        call->replaceAllUsesWith(local_memory_at(at, all[one->id].offset));
        call->eraseFromParent();
    }
    note(*kernel, all, bytes);
}

group_memory group_memory_of(const llvm::Function& kernel) {
    group_memory found;
    llvm::SmallVector<llvm::StringRef> parts;
    kernel.getFnAttribute(attribute).getValueAsString().split(parts, ',', -1, /*KeepEmpty=*/false);
    for (const llvm::StringRef part : parts) {
        const auto [first, second] = part.split(':');
        ndw_local_array one{};
        if (second.empty()) {
            first.getAsInteger(10, found.bytes);
        } else if (!first.getAsInteger(10, one.offset) && !second.getAsInteger(10, one.bytes)) {
            found.arrays.push_back(one);
        }
    }
    return found;
}

}  // namespace ndweave::compiler
