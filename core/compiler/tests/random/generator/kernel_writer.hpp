/// What every part of the generator of random kernels builds on: chance, and IR written where the kernel goes on.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>

#include <functional>
#include <random>

#include "random_kernel.hpp"
#include "scopes.hpp"

namespace ndweave::compiler::testing {

class kernel_writer {
protected:
    kernel_writer(std::uint64_t seed, const random_shape& shape);

    unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
    bool chance(unsigned percent) { return pick(100) < percent; }

    llvm::Type* word() { return at_.getInt32Ty(); }
    llvm::Type* half_type() { return shape_.halves ? at_.getHalfTy() : at_.getFloatTy(); }
    llvm::Value* constant(unsigned value) { return at_.getInt32(value); }
    llvm::Value* load(llvm::Value* pointer) { return at_.CreateLoad(word(), pointer); }
    llvm::Value* zero(llvm::Value* word) { return at_.CreateICmpEQ(word, constant(0)); }

    llvm::Value* builtin(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);

    /// What work-items do together.
    llvm::Value* convergent_builtin(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);
    void barrier() { convergent_builtin("__ndweave_barrier", at_.getVoidTy(), {}); }
    void sub_group_barrier() { convergent_builtin("__ndweave_sub_group_barrier", at_.getVoidTy(), {}); }

    /// A member of random_functor.
    llvm::Value* field(unsigned offset, llvm::Type* type);

    /// `base[index]` of `type`, by default a word; the index a word without sign, or of 64 bits.
    llvm::Value* element(llvm::Value* base, llvm::Value* index, llvm::Type* type = nullptr);

    /// `base` and so many bytes.
    llvm::Value* behind(llvm::Value* base, llvm::Value* bytes);

    /// A variable of the whole function.
    llvm::Value* variable(llvm::Type* type, const char* name);

    llvm::BasicBlock* block(const char* name) { return llvm::BasicBlock::Create(context_, name, kernel_, end_); }

    /// Goes on in `block`; the one at hand is left to it.
    void enter(llvm::BasicBlock* block);
    void go_on_in(llvm::BasicBlock* block) { at_.SetInsertPoint(block); }

    using part = std::function<void()>;

    /// `if (condition) yes()`, `if (condition) yes(); else no()`.
    void when(llvm::Value* condition, const part& yes);
    void either(llvm::Value* condition, const part& yes, const part& no);

    /// `for (i = first; i < end; i += step) iteration(i)`, of words.
    void count_up(llvm::Value* first, llvm::Value* end, llvm::Value* step,
                  const std::function<void(llvm::Value* i)>& iteration);

    /// A function beside the kernel; `body` writes it and gives what it returns, or null.
    llvm::Function* helper(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters,
                           const std::function<llvm::Value*(llvm::Function&)>& body);

    bool basic() const { return shape_.kind == random_kind::basic; }
    bool has_barriers() const { return shape_.kind == random_kind::with_barriers; }

    /// Whether sub-groups may go ways of their own.
    bool divides_group() const { return sub_groups_ >= sub_group_use::by_sub_group; }

    /// The least that must agree for the lanes of a sub-group to agree.
    scope scope_of_lanes() const { return divides_group() ? scope::sub_group : scope::work_group; }

    /// Whether a sub-group operation may stand where so many are together.
    bool has_sub_groups(scope converged) const {
        return sub_groups_ != sub_group_use::none && converged >= scope_of_lanes();
    }

    std::mt19937_64 random_;
    const random_shape shape_;
    sub_group_use sub_groups_ = sub_group_use::none;
    llvm::LLVMContext context_;
    llvm::Module module_;
    llvm::IRBuilder<llvm::NoFolder> at_;  // what constants are folded to is for the passes to say
    llvm::Function* kernel_ = nullptr;    // or the helper that is being written
    llvm::BasicBlock* end_ = nullptr;     // where the kernel writes its variables
};

}  // namespace ndweave::compiler::testing
