/// Branches over what no lane of a vector needs.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>

namespace ndweave::compiler::host {

/// Most lanes that any_lane() takes: their bits are one number.
constexpr unsigned max_lanes = 64;

/// Whether `mask` is a vector of bits that any_lane() takes.
bool is_mask(const llvm::Value& mask);

/// Whether any bit of a mask is set.
llvm::Value* any_lane(llvm::IRBuilderBase& at, llvm::Value* mask);

}  // namespace ndweave::compiler::host
