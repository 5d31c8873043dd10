/// Ids of a work-item by its sub-group's number and its lane: sub-groups are of consecutive linear local ids (SYCL
/// 2020, 4.9.1.8).
///
///     linear id = number * size + lane
///
/// The lane is `local_id(0)` of the sub-group, its number the call `i32 @__ndweave_sub_group_number()`. Along an axis
/// whose extent is a multiple of the size, or a part of it, the id of neighbours stays one apart.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/work_items/group_shape.hpp"

namespace ndweave::compiler {

class lane_ids {
public:
    lane_ids(const group_shape& group, std::uint32_t sub_group_size) : group_(group), size_(sub_group_size) {}

    llvm::Value* lane(llvm::IRBuilder<>& at) const;
    llvm::Value* number(llvm::IRBuilder<>& at) const;
    llvm::Value* linear_id(llvm::IRBuilder<>& at) const;
    llvm::Value* local_id(llvm::IRBuilder<>& at, unsigned axis) const;

private:
    llvm::Value* column(llvm::IRBuilder<>& at) const;  // along axis 0
    llvm::Value* row(llvm::IRBuilder<>& at) const;     // of those along axis 0, over all others

    group_shape group_;
    std::uint32_t size_;
};

/// The linear local id of the work-item that is number `item` of what the function is one of: of the lanes of the
/// sub-group that runs, of a group's sub-groups, whose first lane it is, or of the work-items.
llvm::Value* linear_id_of(llvm::IRBuilder<>& at, const llvm::Function& kernel, llvm::Value* item);

}  // namespace ndweave::compiler
