#include "compiler/passes/sub_groups/lane_ids.hpp"

#include <algorithm>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

Value* lane_ids::lane(IRBuilder<>& at) const {
    const auto lanes = static_cast<std::uint32_t>(std::min<std::uint64_t>(size_, group_.items()));
    return call_id(at, builtin::local_id, {at.getInt32(0)}, lanes);
}

Value* lane_ids::number(IRBuilder<>& at) const {
    return call_id(at, builtin::sub_group_number, {}, group_.sub_groups(size_));
}

Value* lane_ids::linear_id(IRBuilder<>& at) const {
    return at.CreateAdd(at.CreateMul(number(at), at.getInt32(size_), "", true, true), lane(at), "", true, true);
}

Value* lane_ids::column(IRBuilder<>& at) const {
    const std::uint32_t width = group_.range[0];
    if (width % size_ == 0) {
        Value* const place = at.CreateURem(number(at), at.getInt32(width / size_));
        return at.CreateAdd(at.CreateMul(place, at.getInt32(size_), "", true, true), lane(at), "", true, true);
    }
    return at.CreateURem(size_ % width == 0 ? lane(at) : linear_id(at), at.getInt32(width));
}

Value* lane_ids::row(IRBuilder<>& at) const {
    const std::uint32_t width = group_.range[0];
    if (width % size_ == 0) return at.CreateUDiv(number(at), at.getInt32(width / size_));
    if (size_ % width != 0) return at.CreateUDiv(linear_id(at), at.getInt32(width));
    Value* const first = at.CreateMul(number(at), at.getInt32(size_ / width), "", true, true);
    return at.CreateAdd(first, at.CreateUDiv(lane(at), at.getInt32(width)), "", true, true);
}

Value* lane_ids::local_id(IRBuilder<>& at, unsigned axis) const {
    if (group_.range[axis] == 1) return at.getInt32(0);
    if (group_.range[1] == 1 && group_.range[2] == 1) return linear_id(at);
    if (axis == 0) return column(at);
    Value* const rows = at.getInt32(group_.range[1]);
    if (axis == 1) return group_.range[2] == 1 ? row(at) : at.CreateURem(row(at), rows);
    return at.CreateUDiv(row(at), rows);
}

Value* linear_id_of(IRBuilder<>& at, const Function& kernel, Value* item) {
    if (!runs_lanes(kernel) && !runs_sub_groups(kernel)) return item;
    const std::uint32_t size = kernel_attributes::of(kernel).sub_group_size;
    Value* const lanes = at.getInt32(size);
    if (runs_sub_groups(kernel)) return at.CreateMul(item, lanes, "", true, true);
    Value* const number = lane_ids(group_shape::of_group(kernel), size).number(at);
    return at.CreateAdd(at.CreateMul(number, lanes, "", true, true), item, "", true, true);
}

}  // namespace ndweave::compiler
