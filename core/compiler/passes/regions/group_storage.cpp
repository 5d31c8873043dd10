#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

Value* group_storage::for_every_item(Type* type, StringRef name, std::uint64_t granularity) {
    const host::tuning& tuned = host::target_tuning();
    const std::uint64_t count = alignTo(items_, granularity);
    const std::uint64_t bytes = alignTo(kernel_.getDataLayout().getTypeAllocSize(type) * count, tuned.cache_line);
    slots_.push_back({name.str(), bytes, false});
    IRBuilder<> at(kernel_.getEntryBlock().getTerminator());
    if (bytes > tuned.group_stack_array_bytes || stack_bytes_ + bytes > tuned.group_stack_bytes) {
        Value* offset = at.getInt64(arena_bytes_);
        arena_bytes_ += bytes;
        return call_builtin(at, builtin::arena, at.getPtrTy(), {offset});
    }
    stack_bytes_ += bytes;
    at.SetInsertPoint(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    AllocaInst* array = at.CreateAlloca(ArrayType::get(type, count), nullptr, name);
    array->setAlignment(Align(tuned.cache_line));
    return array;
}

AllocaInst* group_storage::for_the_group(Type* type, StringRef name) {
    slots_.push_back({name.str(), kernel_.getDataLayout().getTypeAllocSize(type), true});
    IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    return at.CreateAlloca(type, nullptr, name);
}

}  // namespace ndweave::compiler
