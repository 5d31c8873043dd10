#include "compiler/passes/work_items/canonical_ids.hpp"

#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/sub_groups/lane_ids.hpp"
#include "compiler/passes/work_items/group_shape.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

class id_rewriter {
public:
    explicit id_rewriter(Function& kernel)
        : kernel_(kernel), its_(kernel_attributes::of(kernel)), shape_(group_shape::of_group(kernel)) {}

    Error run() {
        for (StringRef name : {builtin::local_id, builtin::local_range, builtin::global_id}) {
            for (CallInst* call : calls_of(kernel_, name)) {
                if (!constant_axis(*call)) {
                    return createStringError("kernel '" + kernel_.getName() + "': " + name +
                                             " needs a constant axis of 0, 1 or 2: use a constant dimension");
                }
            }
        }
        for (StringRef name : {builtin::sub_group_local_id, builtin::sub_group_id, builtin::sub_group_size}) {
            if (its_.sub_group_size == 0 && !calls_of(kernel_, name).empty())
                return createStringError("kernel '" + kernel_.getName() + "': " + name + " needs a sub-group size");
        }
        if (runs_lanes(kernel_)) count_in_lanes();
        replace(builtin::global_id,
                [&](IRBuilder<>& at, CallInst& call) { return global_id(at, *constant_axis(call)); });
        replace(builtin::local_range, [&](IRBuilder<>& at, CallInst& call) -> Value* {
            return at.getInt32(shape_.range[*constant_axis(call)]);
        });
        replace(builtin::sub_group_local_id, [&](IRBuilder<>& at, CallInst&) {
            return lanes_ ? lanes_->lane(at) : at.CreateURem(linear_id(at), at.getInt32(its_.sub_group_size));
        });
        replace(builtin::sub_group_id, [&](IRBuilder<>& at, CallInst&) {
            return lanes_ ? lanes_->number(at) : at.CreateUDiv(linear_id(at), at.getInt32(its_.sub_group_size));
        });
        replace(builtin::sub_group_size,
                [&](IRBuilder<>& at, CallInst&) -> Value* { return at.getInt32(its_.sub_group_size); });
        if (lanes_) return Error::success();
        replace(builtin::linear_id, [&](IRBuilder<>& at, CallInst&) { return linear_id(at); });
        replace(builtin::local_id, [&](IRBuilder<>& at, CallInst& call) { return local_id(at, *constant_axis(call)); });
        return Error::success();
    }

private:
    template <class Make>
    void replace(StringRef name, Make make) {
        for (CallInst* call : calls_of(kernel_, name)) {
            IRBuilder<> at(call);
            Value* value = make(at, *call);
            if (value == call) continue;
            call->replaceAllUsesWith(value);
            call->eraseFromParent();
        }
    }

    /// First: local ids are lanes behind it.
    void count_in_lanes() {
        lanes_.emplace(shape_, its_.sub_group_size);
        if (shape_.sub_groups(its_.sub_group_size) == 1) replace(builtin::barrier, call_sub_group_barrier);
        replace(builtin::linear_id, [&](IRBuilder<>& at, CallInst&) { return lanes_->linear_id(at); });
        replace(builtin::local_id,
                [&](IRBuilder<>& at, CallInst& call) { return lanes_->local_id(at, *constant_axis(call)); });
    }

    /// The group is one sub-group.
    static Value* call_sub_group_barrier(IRBuilder<>& at, CallInst& call) {
        Module& module = *call.getModule();
        FunctionCallee callee = module.getOrInsertFunction(builtin::sub_group_barrier, call.getFunctionType());
        cast<Function>(callee.getCallee())->setConvergent();
        return at.CreateCall(callee);
    }

    Value* local_id(IRBuilder<>& at, unsigned axis) {
        if (lanes_) return lanes_->local_id(at, axis);
        return call_id(at, builtin::local_id, {at.getInt32(axis)}, shape_.range[axis]);
    }

    Value* global_id(IRBuilder<>& at, unsigned axis) {
        Value* local = at.CreateZExt(local_id(at, axis), at.getInt64Ty());
        if (shape_.partial) {
            Value* base = call_builtin(at, builtin::global_base, at.getInt64Ty(), {at.getInt32(axis)});
            if (!its_.small_ids) return at.CreateNUWAdd(base, local);
            Value* narrow = at.CreateAdd(at.CreateTrunc(base, at.getInt32Ty()), local_id(at, axis), "", true, true);
            return at.CreateZExt(narrow, at.getInt64Ty(), "", true);
        }
        Value* group = call_builtin(at, builtin::group_id, at.getInt64Ty(), {at.getInt32(axis)});
        Value* base = at.CreateMul(group, at.getInt64(shape_.range[axis]), "", true, true);
        return at.CreateAdd(base, local, "", true, true);
    }

    Value* linear_id(IRBuilder<>& at) {
        const std::uint32_t* extent = shape_.range;
        Value* row = at.CreateNUWAdd(at.CreateNUWMul(local_id(at, 2), at.getInt32(extent[1])), local_id(at, 1));
        return at.CreateNUWAdd(at.CreateNUWMul(row, at.getInt32(extent[0])), local_id(at, 0));
    }

    Function& kernel_;
    const kernel_attributes its_;
    const group_shape shape_;
    std::optional<lane_ids> lanes_;  // where the function is that of one lane
};

}  // namespace

Error make_ids_canonical(Function& kernel) { return id_rewriter(kernel).run(); }

}  // namespace ndweave::compiler
