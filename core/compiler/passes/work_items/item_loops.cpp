#include "compiler/passes/work_items/item_loops.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/MDBuilder.h>

#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

/// The loops keep their shape up to the vectorizer, which takes the innermost one: unrolled before, it would be lost.
static MDNode* loop_hints(LLVMContext& context, MDNode* access_group, bool innermost, const DILocation* where) {
    const auto hint = [&](StringRef name, ArrayRef<Metadata*> values = {}) {
        SmallVector<Metadata*> words = {MDString::get(context, name)};
        words.append(values.begin(), values.end());
        return MDNode::get(context, words);
    };
    SmallVector<Metadata*> hints = {nullptr};
    if (where) hints.push_back(const_cast<DILocation*>(where));
    hints.append({hint("llvm.loop.mustprogress"), hint("llvm.loop.unroll.disable")});
    if (innermost) {
        Metadata* yes = ConstantAsMetadata::get(ConstantInt::getTrue(context));
        hints.push_back(hint("llvm.loop.parallel_accesses", access_group));
        hints.push_back(hint("llvm.loop.vectorize.enable", yes));
        hints.push_back(hint("llvm.loop.vectorize.followup_all",
                             {hint("llvm.loop.mustprogress"), hint("llvm.loop.isvectorized", yes)}));
    }
    MDNode* node = MDNode::getDistinct(context, hints);
    node->replaceOperandWith(0, node);
    return node;
}

item_loops make_item_loops(Function& kernel, const group_shape& shape, ArrayRef<Value*> extent, bool loop,
                           const DILocation* where) {
    LLVMContext& context = kernel.getContext();
    const auto block = [&](const Twine& name) { return BasicBlock::Create(context, name, &kernel); };
    item_loops made{};
    made.access_group = MDNode::getDistinct(context, {});
    made.entry = block("region");
    made.latch = block("item.done");
    made.after = block("region.done");
    made.innermost = made.entry;
    IRBuilder<> at(context);
    BasicBlock* done = made.after;
    unsigned innermost_axis = 0;
    while (innermost_axis < 2 && shape.range[innermost_axis] == 1) ++innermost_axis;
    for (int axis = 2; axis >= 0; --axis) {
        made.id[axis] = at.getInt32(0);
        if (!loop || shape.range[axis] == 1) continue;
        const bool innermost = axis == static_cast<int>(innermost_axis);
        const bool of_items = innermost && !runs_sub_groups(kernel);  // a sub-group has loops over its lanes
        BasicBlock* header = block("items." + Twine(axis));
        BasicBlock* latch = innermost ? made.latch : block("items." + Twine(axis) + ".next");
        IRBuilder<>(made.innermost).CreateBr(header);
        at.SetInsertPoint(header);
        PHINode* id = at.CreatePHI(at.getInt32Ty(), 2, "id." + Twine(axis));
        id->addIncoming(at.getInt32(0), made.innermost);
        at.SetInsertPoint(latch);
        Value* next = at.CreateAdd(id, at.getInt32(1), "", true, true);
        id->addIncoming(next, latch);
        BranchInst* back = at.CreateCondBr(at.CreateICmpULT(next, extent[axis]), header, done);
        back->setMetadata(LLVMContext::MD_loop, loop_hints(context, made.access_group, of_items, where));
        made.id[axis] = id;
        made.innermost = header;
        done = latch;
    }
    if (!made.latch->getTerminator()) IRBuilder<>(made.latch).CreateBr(done);
    at.SetInsertPoint(made.innermost);
    const std::uint32_t* range = shape.range;
    Value* row = at.CreateNUWAdd(at.CreateNUWMul(made.id[2], at.getInt32(range[1])), made.id[1]);
    made.linear = at.CreateNUWAdd(at.CreateNUWMul(row, at.getInt32(range[0])), made.id[0]);
    return made;
}

}  // namespace ndweave::compiler
