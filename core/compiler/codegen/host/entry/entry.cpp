#include "compiler/codegen/host/entry/entry.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include <llvm/Transforms/Utils/Cloning.h>

#include <cstddef>

#include "compiler/abi.h"
#include "compiler/codegen/host/entry/body.hpp"
#include "compiler/codegen/host/entry/streams.hpp"
#include "compiler/report/source_location.hpp"

namespace ndweave::compiler::host {
namespace {

/// Boxes are counted below this, see specialise.cpp.
constexpr std::uint64_t id_limit = std::uint64_t{1} << 48;
constexpr std::uint64_t small_id_limit = (std::uint64_t{1} << 30) + 1;
constexpr std::uint64_t box_granule = stream_alignment;

class wrapper {
public:
    wrapper(llvm::Module& module, llvm::Function& kernel, const wrap_options& options)
        : options_(options), context_(module.getContext()), builder_(context_) {
        functor_alignment_ = functor_alignment(kernel);
        group_ = options.independent ? llvm::MDNode::getDistinct(context_, {}) : nullptr;
        if (options.streams) stream_offsets_ = stored_captures(kernel, options.functor_size);
        const std::uint64_t first = options.box == box_of::work_items ? options.functor_size : 0;
        if (!stream_offsets_.empty()) aligned_body_ = make_body(*clone(kernel), {group_, &stream_offsets_, first});
        body_ = make_body(kernel, {group_, nullptr, first});
        llvm::Type* const pointer = builder_.getPtrTy();
        auto* const type = llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer, pointer}, false);
        entry_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, entry_symbol, module);
        for (llvm::Argument& argument : entry_->args()) {
            argument.addAttr(llvm::Attribute::NoAlias);
            argument.addAttr(llvm::Attribute::ReadOnly);
        }
        entry_->setDoesNotThrow();
        take_source_location();
    }

    void run() {
        builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", entry_));
        load_arguments();
        if (options_.box == box_of::nothing) {
            call_body({});
        } else {
            load_box();
            if (aligned_body_ == nullptr) {
                loop(options_.dimensions);
            } else {
                two_versions();
            }
        }
        builder_.CreateRetVoid();
    }

private:
    /// The entry stands for the kernel in debug information: the body, without a subprogram of its own, is inlined as
    /// if it had been written there. Its loops get the first line that is the user's.
    void take_source_location() {
        llvm::DISubprogram* const kernel = body_->getSubprogram();
        if (kernel == nullptr) return;
        body_->setSubprogram(nullptr);
        if (aligned_body_ != nullptr) aligned_body_->setSubprogram(nullptr);
        entry_->setSubprogram(kernel);
        for (const llvm::Instruction& i : llvm::instructions(body_)) {
            source_line_ = const_cast<llvm::DILocation*>(user_location(i.getDebugLoc()));
            if (source_line_ != nullptr) return;
        }
    }

    llvm::Value* load(llvm::Type* type, unsigned argument, std::size_t offset) {
        llvm::Value* const address =
            builder_.CreateConstGEP1_64(builder_.getInt8Ty(), entry_->getArg(argument), offset);
        llvm::LoadInst* const value = builder_.CreateAlignedLoad(type, address, llvm::Align(8));
        value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
        return value;
    }

    llvm::Value* load_index(unsigned argument, std::size_t offset, std::uint64_t least) {
        auto* const value = llvm::cast<llvm::Instruction>(load(builder_.getInt64Ty(), argument, offset));
        value->setMetadata(
            llvm::LLVMContext::MD_range,
            llvm::MDBuilder(context_).createRange(llvm::APInt(64, least),
                                                  llvm::APInt(64, options_.small_ids ? small_id_limit : id_limit)));
        return value;
    }

    void load_arguments() {
        llvm::Type* const pointer = builder_.getPtrTy();
        arguments_.resize(body_argument_count);
        auto* const functor = llvm::cast<llvm::Instruction>(load(pointer, 0, offsetof(ndw_host_launch, functor)));
        if (options_.functor_size != 0) {
            llvm::Metadata* const bytes = llvm::ConstantAsMetadata::get(builder_.getInt64(options_.functor_size));
            functor->setMetadata(llvm::LLVMContext::MD_dereferenceable, llvm::MDNode::get(context_, bytes));
            llvm::Metadata* const alignment =
                llvm::ConstantAsMetadata::get(builder_.getInt64(functor_alignment_.value()));
            functor->setMetadata(llvm::LLVMContext::MD_align, llvm::MDNode::get(context_, alignment));
        }
        arguments_[body_functor] = functor;
        arguments_[body_check] = load(pointer, 0, offsetof(ndw_host_launch, check));
        arguments_[body_local_memory] = load(pointer, 1, offsetof(ndw_host_worker, local_memory));
        arguments_[body_arena] = load(pointer, 1, offsetof(ndw_host_worker, arena));
        arguments_[body_scratch] =
            builder_.CreateConstGEP1_64(builder_.getInt8Ty(), arguments_[body_arena], options_.arena_bytes);
        for (unsigned axis = 0; axis < 3; ++axis) {
            arguments_[body_global_range + axis] = load_index(0, offsetof(ndw_host_launch, global_range) + 8 * axis, 1);
            arguments_[body_group_range + axis] = load_index(0, offsetof(ndw_host_launch, group_range) + 8 * axis, 0);
            arguments_[body_index + axis] = builder_.getInt64(0);
            arguments_[body_extent + axis] = builder_.getInt32(1);
        }
    }

    void load_box() {
        for (unsigned axis = 0; axis < options_.dimensions; ++axis) {
            begin_[axis] = load_index(2, offsetof(ndw_host_box, begin) + 8 * axis, 0);
            end_[axis] = load_index(2, offsetof(ndw_host_box, end) + 8 * axis, 0);
        }
    }

    /// Without a subprogram of its own, which LLVM would give it: both versions are inlined into the one entry.
    static llvm::Function* clone(llvm::Function& kernel) {
        llvm::DISubprogram* const subprogram = kernel.getSubprogram();
        kernel.setSubprogram(nullptr);
        llvm::ValueToValueMapTy map;
        llvm::Function* const made = llvm::CloneFunction(&kernel, map);
        kernel.setSubprogram(subprogram);
        return made;
    }

    /// if (streams and box are aligned) loops around the aligned body; else loops around the plain one
    void two_versions() {
        auto* const aligned = llvm::BasicBlock::Create(context_, "aligned", entry_);
        auto* const plain = llvm::BasicBlock::Create(context_, "plain", entry_);
        auto* const end = llvm::BasicBlock::Create(context_, "end", entry_);
        builder_.CreateCondBr(streams_are_aligned(), aligned, plain);
        llvm::Function* const plain_body = body_;
        llvm::Value* const begin = begin_[0];
        builder_.SetInsertPoint(aligned);
        body_ = aligned_body_;
        if (begins_at_items()) begin_[0] = builder_.CreateAnd(begin, ~(box_granule - 1));
        loop(options_.dimensions);
        builder_.CreateBr(end);
        builder_.SetInsertPoint(plain);
        body_ = plain_body;
        begin_[0] = begin;
        loop(options_.dimensions);
        builder_.CreateBr(end);
        builder_.SetInsertPoint(end);
    }

    bool begins_at_items() const { return options_.box != box_of::work_groups; }

    /// The arena, always aligned, is in the sum to keep LLVM from concluding anything of a single pointer from the
    /// comparison, and so from dropping the masks that carry the fact to mark_streaming_stores().
    llvm::Value* streams_are_aligned() {
        llvm::Value* bits = builder_.CreatePtrToInt(arguments_[body_arena], builder_.getInt64Ty());
        if (begins_at_items()) bits = builder_.CreateOr(bits, begin_[0]);
        for (const std::uint64_t offset : stream_offsets_) {
            llvm::Value* const address =
                builder_.CreateConstGEP1_64(builder_.getInt8Ty(), arguments_[body_functor], offset);
            llvm::LoadInst* const pointer = builder_.CreateLoad(builder_.getPtrTy(), address);
            pointer->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
            bits = builder_.CreateOr(bits, builder_.CreatePtrToInt(pointer, builder_.getInt64Ty()));
        }
        return builder_.CreateICmpEQ(builder_.CreateAnd(bits, box_granule - 1), builder_.getInt64(0));
    }

    /// The loops over axes below `axes`, outermost first:
    ///
    ///     if (begin < end) { i = begin; do { inner; i += step; } while (i < end); }
    void loop(unsigned axes) {
        if (axes == 0) return call_body(index_);
        const unsigned axis = axes - 1;
        llvm::BasicBlock* const before = builder_.GetInsertBlock();
        auto* const head = llvm::BasicBlock::Create(context_, loop_name(), entry_);
        auto* const after = llvm::BasicBlock::Create(context_, "done", entry_);
        // In 32 bits where they suffice: kernels that index by int are arithmetic on the counter itself then.
        llvm::Type* const type = options_.small_ids ? builder_.getInt32Ty() : builder_.getInt64Ty();
        llvm::Value* const begin = builder_.CreateTrunc(begin_[axis], type);
        llvm::Value* const end = builder_.CreateTrunc(end_[axis], type);
        builder_.CreateCondBr(builder_.CreateICmpULT(begin, end), head, after);
        builder_.SetInsertPoint(head);
        llvm::PHINode* const i = builder_.CreatePHI(type, 2, "i");
        index_[axis] = builder_.CreateZExt(i, builder_.getInt64Ty(), "", true);
        loop(axis);
        const std::uint64_t step = options_.box == box_of::tiles ? options_.tile[axis] : 1;
        llvm::Value* const next = builder_.CreateAdd(i, llvm::ConstantInt::get(type, step), "next", true, true);
        i->addIncoming(begin, before);
        i->addIncoming(next, builder_.GetInsertBlock());
        llvm::Instruction* const back = builder_.CreateCondBr(builder_.CreateICmpULT(next, end), head, after);
        back->setMetadata(llvm::LLVMContext::MD_loop, loop_facts());
        builder_.SetInsertPoint(after);
    }

    /// By these names reports tell the loops from the kernel's own, see loop_runs_over().
    const char* loop_name() const { return options_.box == box_of::work_items ? "items.box" : "groups"; }

    llvm::MDNode* loop_facts() {
        llvm::SmallVector<llvm::Metadata*> facts = {nullptr};
        if (source_line_ != nullptr) facts.push_back(source_line_);
        facts.push_back(llvm::MDNode::get(context_, llvm::MDString::get(context_, "llvm.loop.mustprogress")));
        if (group_ != nullptr) {
            facts.push_back(
                llvm::MDNode::get(context_, {llvm::MDString::get(context_, "llvm.loop.parallel_accesses"), group_}));
        }
        llvm::MDNode* const loop_id = llvm::MDNode::getDistinct(context_, facts);
        loop_id->replaceOperandWith(0, loop_id);
        return loop_id;
    }

    void call_body(llvm::ArrayRef<llvm::Value*> index) {
        llvm::SmallVector<llvm::Value*> arguments = arguments_;
        for (unsigned axis = 0; axis < index.size() && axis < options_.dimensions; ++axis) {
            arguments[body_index + axis] = index[axis];
        }
        if (options_.box == box_of::tiles && !index.empty()) return call_on_tile(arguments);
        builder_.CreateCall(body_, arguments);
    }

    /// Of a known number of work-items, what is kept for each can stay in registers: a version of its own.
    void call_on_tile(llvm::SmallVector<llvm::Value*>& arguments) {
        for (unsigned axis = 0; axis < options_.dimensions; ++axis) arguments[body_extent + axis] = extent(axis);
        if (!options_.full_tiles) {
            builder_.CreateCall(body_, arguments);
            return;
        }
        auto* const full = llvm::BasicBlock::Create(context_, "full", entry_);
        auto* const part = llvm::BasicBlock::Create(context_, "part", entry_);
        auto* const end = llvm::BasicBlock::Create(context_, "tile.done", entry_);
        llvm::Value* const whole = builder_.getInt32(options_.tile[0]);
        builder_.CreateCondBr(builder_.CreateICmpEQ(arguments[body_extent], whole), full, part);
        builder_.SetInsertPoint(part);
        builder_.CreateCall(body_, arguments);
        builder_.CreateBr(end);
        builder_.SetInsertPoint(full);
        arguments[body_extent] = whole;
        builder_.CreateCall(body_, arguments);
        builder_.CreateBr(end);
        builder_.SetInsertPoint(end);
    }

    llvm::Value* extent(unsigned axis) {
        if (options_.tile[axis] == 1) return builder_.getInt32(1);
        llvm::Value* const left = builder_.CreateSub(end_[axis], index_[axis], "left", true, true);
        llvm::Value* const tile = builder_.getInt64(options_.tile[axis]);
        llvm::Value* const items = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, tile);
        return builder_.CreateTrunc(items, builder_.getInt32Ty());
    }

    const wrap_options& options_;
    llvm::LLVMContext& context_;
    llvm::IRBuilder<> builder_;
    llvm::Align functor_alignment_;
    llvm::MDNode* group_ = nullptr;
    llvm::DILocation* source_line_ = nullptr;
    llvm::Function* body_ = nullptr;
    llvm::Function* aligned_body_ = nullptr;
    llvm::SmallVector<std::uint64_t> stream_offsets_;
    llvm::Function* entry_ = nullptr;
    llvm::SmallVector<llvm::Value*> arguments_;
    llvm::Value* begin_[3] = {};
    llvm::Value* end_[3] = {};
    llvm::Value* index_[3] = {};
};

}  // namespace

bool parallel_body(const llvm::Function& body) {
    return llvm::none_of(llvm::instructions(body), [](const llvm::Instruction& i) {
        if (i.isAtomic() || i.isVolatile() || llvm::isa<llvm::AllocaInst>(i)) return true;
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
        if (call == nullptr || !call->mayReadOrWriteMemory()) return false;
        return !llvm::isa<llvm::AssumeInst>(i) && !llvm::isa<llvm::AnyMemIntrinsic>(i) && !call->doesNotReturn();
    });
}

void wrap_kernel(llvm::Module& module, llvm::Function& kernel, const wrap_options& options) {
    wrapper(module, kernel, options).run();
}

}  // namespace ndweave::compiler::host
