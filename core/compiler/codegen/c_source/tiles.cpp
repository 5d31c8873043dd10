#include "compiler/codegen/c_source/tiles.hpp"

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

class tiler {
public:
    tiler(Function& kernel, const ndw_compile_request& request, const tile_options& options)
        : kernel_(kernel), request_(request), options_(options), at_(kernel.getContext()) {}

    void run() {
        body_ = Function::Create(kernel_.getFunctionType(), GlobalValue::InternalLinkage, "tile", kernel_.getParent());
        body_->splice(body_->end(), &kernel_);
        kernel_.getArg(0)->replaceAllUsesWith(body_->getArg(0));
        at_.SetInsertPoint(BasicBlock::Create(kernel_.getContext(), "start", &kernel_));
        for (unsigned axis = 0; axis < request_.variant.dimensions; ++axis) find_bounds(axis);
        loop(request_.variant.dimensions);
        at_.CreateRetVoid();
        for (CallInst* call : calls_) {
            InlineFunctionInfo info;
            [[maybe_unused]] const InlineResult made = InlineFunction(*call, info);
            assert(made.isSuccess());
        }
        for (Function* done : bodies_) done->eraseFromParent();
        replace(kernel_, builtin::global_base, [&](unsigned axis) { return index_[axis]; });
        replace(kernel_, builtin::extent, [&](unsigned axis) { return axis == 0 ? extent_ : at_.getInt32(1); });
    }

private:
    void find_bounds(unsigned axis) {
        Type* const wide = at_.getInt64Ty();
        Value* const group = call_builtin(at_, builtin::group_id, wide, {at_.getInt32(axis)});
        Value* const range = call_builtin(at_, builtin::global_range, wide, {at_.getInt32(axis)});
        Value* const items = at_.getInt64(request_.variant.local_range[axis]);
        index_[axis] = at_.CreateMul(group, items, "", true, true);
        end_[axis] =
            at_.CreateBinaryIntrinsic(Intrinsic::umin, at_.CreateAdd(index_[axis], items, "", true, true), range);
    }

    /// The loops over axes below `axes`, outermost first. No group is empty.
    void loop(unsigned axes) {
        if (axes == 0) return run_tile();
        const unsigned axis = axes - 1;
        BasicBlock* const head = block("tiles");
        BasicBlock* const after = block("tiles.done");
        BasicBlock* const before = at_.GetInsertBlock();
        at_.CreateBr(head);
        at_.SetInsertPoint(head);
        PHINode* const i = at_.CreatePHI(at_.getInt64Ty(), 2);
        i->addIncoming(index_[axis], before);
        index_[axis] = i;
        loop(axis);
        Value* const next = at_.CreateAdd(i, at_.getInt64(axis == 0 ? options_.items : 1), "", true, true);
        i->addIncoming(next, at_.GetInsertBlock());
        at_.CreateCondBr(at_.CreateICmpULT(next, end_[axis]), head, after);
        at_.SetInsertPoint(after);
    }

    void run_tile() {
        Value* const left = at_.CreateSub(end_[0], index_[0], "", true, true);
        Value* const items = at_.CreateBinaryIntrinsic(Intrinsic::umin, left, at_.getInt64(options_.items));
        extent_ = at_.CreateTrunc(items, at_.getInt32Ty());
        if (!options_.full_tiles) return call(*body_);
        ValueToValueMapTy map;
        Function* const full_body = CloneFunction(body_, map);
        Value* const all = at_.getInt32(options_.items);
        replace(*full_body, builtin::extent, [&](unsigned axis) { return axis == 0 ? all : at_.getInt32(1); });
        BasicBlock* const full = block("full");
        BasicBlock* const part = block("part");
        BasicBlock* const done = block("tile.done");
        at_.CreateCondBr(at_.CreateICmpEQ(extent_, all), full, part);
        for (const auto& [begin, body] : {std::pair(full, full_body), std::pair(part, body_)}) {
            at_.SetInsertPoint(begin);
            call(*body);
            at_.CreateBr(done);
        }
        at_.SetInsertPoint(done);
    }

    BasicBlock* block(StringRef name) { return BasicBlock::Create(kernel_.getContext(), name, &kernel_); }

    void call(Function& body) {
        calls_.push_back(at_.CreateCall(&body, {kernel_.getArg(0)}));
        bodies_.push_back(&body);
    }

    static void replace(Function& in, StringRef name, function_ref<Value*(unsigned axis)> with) {
        for (CallInst* call : calls_of(in, name)) {
            call->replaceAllUsesWith(with(*constant_axis(*call)));
            call->eraseFromParent();
        }
    }

    Function& kernel_;
    const ndw_compile_request& request_;
    const tile_options& options_;
    IRBuilder<> at_;
    Function* body_ = nullptr;
    SmallVector<CallInst*> calls_;
    SmallVector<Function*> bodies_;
    Value *index_[3] = {}, *end_[3] = {}, *extent_ = nullptr;
};

}  // namespace

void loop_over_tiles(Function& kernel, const ndw_compile_request& request, const tile_options& options) {
    tiler(kernel, request, options).run();
}

}  // namespace ndweave::compiler::c_source_detail
