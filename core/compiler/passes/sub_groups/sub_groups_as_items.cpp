#include "compiler/passes/sub_groups/sub_groups_as_items.hpp"

#include <llvm/Transforms/Utils/LowerSwitch.h>

#include "compiler/kernel_attributes.hpp"
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/passes/regions/region_plan.hpp"
#include "compiler/passes/sub_groups/lane_ids.hpp"
#include "compiler/passes/work_items/group_invariants.hpp"
#include "compiler/passes/work_items/group_shape.hpp"
#include "compiler/passes/work_items/simplify_kernel.hpp"

namespace ndweave::compiler {

using namespace llvm;

template <class Make>
static void replace(Function& kernel, StringRef name, Make make) {
    for (CallInst* call : calls_of(kernel, name)) {
        IRBuilder<> at(call);
        call->replaceAllUsesWith(make(at));
        call->eraseFromParent();
    }
}

void run_sub_groups_as_items(Function& kernel) {
    const std::uint32_t size = kernel_attributes::of(kernel).sub_group_size;
    const group_shape group = group_shape::of_group(kernel);
    const lane_ids ids(group, size);
    replace(kernel, builtin::extent, [&](IRBuilder<>& at) {
        Value* const first = at.CreateMul(ids.number(at), at.getInt32(size), "", true, true);
        Value* const left = at.CreateSub(at.getInt32(static_cast<std::uint32_t>(group.items())), first, "", true, true);
        return at.CreateBinaryIntrinsic(Intrinsic::umin, left, at.getInt32(size));
    });
    replace(kernel, builtin::sub_group_number,
            [&](IRBuilder<>& at) { return call_id(at, builtin::local_id, {at.getInt32(0)}, group.sub_groups(size)); });
    keep_storage_of_sub_groups(kernel);
    forget_regions(kernel);
    begin_sub_groups(kernel);
    FunctionPassManager passes;
    passes.addPass(LowerSwitchPass());
    run_passes(kernel, std::move(passes));
    restore_normal_form(kernel);
    hoist_group_invariants(kernel);
}

}  // namespace ndweave::compiler
