#include "compiler/passes/front/specialise.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include "compiler/abi.h"
#include "compiler/builtins.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {
namespace {

constexpr const char* axis_builtins[] = {"__ndweave_local_id",    "__ndweave_local_range", "__ndweave_group_id",
                                         "__ndweave_group_range", "__ndweave_global_id",   "__ndweave_global_range"};

/// Global ids and group ids stay below this: more work-items than any machine runs in a lifetime. It tells LLVM that
/// index arithmetic in 64 bits does not overflow.
constexpr std::uint64_t id_limit = std::uint64_t{1} << 48;
constexpr std::uint64_t small_id_limit = std::uint64_t{1} << 30;

class specialiser {
public:
    specialiser(llvm::Module& module, const kernel_attributes& to) : module_(module), to_(to) {}

    void run() {
        expand_item_number();
        for (const char* name : axis_builtins) make_axis_constant(name);
        if (to_.kind == NDW_KERNEL_ND_RANGE) {
            expand_global_id();
            expand_global_range();
        }
        fold_unused_axes();
        fold_local_range();
        fold("__ndweave_target", to_.target);
        if (to_.sub_group_size != 0) fold("__ndweave_sub_group_size", to_.sub_group_size);
        replace_calls(module_, builtin::specialization_constant,
                      [&](llvm::CallBase& call, llvm::IRBuilder<>& b) -> llvm::Value* {
                          store_constant(call, b);
                          return nullptr;
                      });
        add_ranges();
    }

private:
    std::uint32_t local_range(unsigned axis) const { return axis < to_.dimensions ? to_.local_range[axis] : 1; }

    llvm::CallInst* call(llvm::IRBuilder<>& builder, llvm::FunctionCallee callee, unsigned axis) {
        return builder.CreateCall(callee, {builder.getInt32(axis)});
    }

    llvm::FunctionCallee builtin(const char* name, llvm::Type* result) {
        llvm::FunctionCallee callee = module_.getOrInsertFunction(name, result, llvm::Type::getInt32Ty(context()));
        auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
        function->setMemoryEffects(llvm::MemoryEffects::none());
        function->setDoesNotThrow();
        function->setWillReturn();
        return callee;
    }

    llvm::LLVMContext& context() { return module_.getContext(); }

    /// f(a) with unknown a  ==>  a == 0 ? f(0) : a == 1 ? f(1) : f(2)
    void make_axis_constant(const char* name) {
        for (llvm::CallBase* unknown : calls_of(module_, name)) {
            llvm::Value* const axis = unknown->getArgOperand(0);
            if (llvm::isa<llvm::ConstantInt>(axis)) continue;
            llvm::IRBuilder<> builder(unknown);
            const llvm::FunctionCallee callee(unknown->getFunctionType(), unknown->getCalledOperand());
            llvm::Value* result = call(builder, callee, 2);
            for (const unsigned candidate : {1u, 0u}) {
                llvm::Value* const is_it = builder.CreateICmpEQ(axis, builder.getInt32(candidate));
                result = builder.CreateSelect(is_it, call(builder, callee, candidate), result);
            }
            unknown->replaceAllUsesWith(result);
            unknown->eraseFromParent();
        }
    }

    void expand_item_number() {
        replace_calls(module_, builtin::item_number, [&](llvm::CallBase&, llvm::IRBuilder<>& b) -> llvm::Value* {
            if (to_.kind == NDW_KERNEL_SINGLE_TASK) return b.getInt64(0);
            llvm::Value* number = nullptr;
            for (unsigned axis = to_.dimensions; axis-- > 0;) {
                llvm::Value* const id = call(b, builtin("__ndweave_global_id", b.getInt64Ty()), axis);
                if (number == nullptr) {
                    number = id;
                    continue;
                }
                llvm::Value* const range = call(b, builtin("__ndweave_global_range", b.getInt64Ty()), axis);
                number = b.CreateAdd(b.CreateMul(number, range, "", true, true), id, "", true, true);
            }
            return number;
        });
    }

    void expand_global_id() {
        replace_calls(module_, "__ndweave_global_id", [&](llvm::CallBase& id, llvm::IRBuilder<>& b) -> llvm::Value* {
            const unsigned axis = axis_of(id);
            llvm::Value* const group = call(b, builtin("__ndweave_group_id", b.getInt64Ty()), axis);
            llvm::Value* const local = call(b, builtin("__ndweave_local_id", b.getInt32Ty()), axis);
            if (to_.small_ids) {
                llvm::Value* const first =
                    b.CreateMul(b.CreateTrunc(group, b.getInt32Ty()), b.getInt32(local_range(axis)), "", true, true);
                return b.CreateZExt(b.CreateAdd(first, local, "", true, true), b.getInt64Ty(), "", true);
            }
            llvm::Value* const first = b.CreateMul(group, b.getInt64(local_range(axis)), "", true, true);
            return b.CreateAdd(first, b.CreateZExt(local, b.getInt64Ty()), "", true, true);
        });
    }

    void expand_global_range() {
        replace_calls(module_, "__ndweave_global_range",
                      [&](llvm::CallBase& range, llvm::IRBuilder<>& b) -> llvm::Value* {
                          const unsigned axis = axis_of(range);
                          llvm::Value* const groups = call(b, builtin("__ndweave_group_range", b.getInt64Ty()), axis);
                          return b.CreateMul(groups, b.getInt64(local_range(axis)), "", true, true);
                      });
    }

    void fold_unused_axes() {
        for (const char* name : axis_builtins) {
            const bool is_range = llvm::StringRef(name).ends_with("_range");
            for (llvm::CallBase* use : calls_of(module_, name)) {
                const unsigned axis = axis_of(*use);
                const bool alone = llvm::StringRef(name) == "__ndweave_local_id" && local_range(axis) == 1;
                if (axis < to_.dimensions && !alone) continue;
                use->replaceAllUsesWith(llvm::ConstantInt::get(use->getType(), is_range ? 1 : 0));
                use->eraseFromParent();
            }
        }
    }

    void fold_local_range() {
        if (to_.kind != NDW_KERNEL_ND_RANGE) return;
        replace_calls(module_, "__ndweave_local_range", [&](llvm::CallBase& use, llvm::IRBuilder<>& b) -> llvm::Value* {
            return b.getInt32(local_range(axis_of(use)));
        });
    }

    void fold(const char* name, std::uint32_t value) {
        replace_calls(module_, name,
                      [&](llvm::CallBase&, llvm::IRBuilder<>& b) -> llvm::Value* { return b.getInt32(value); });
    }

    void store_constant(llvm::CallBase& call, llvm::IRBuilder<>& b) {
        const auto number = [&](unsigned operand) {
            return llvm::cast<llvm::ConstantInt>(call.getArgOperand(operand))->getZExtValue();
        };
        const auto found = to_.constants.find(number(0));
        const std::uint64_t bytes = number(2);
        if (found == to_.constants.end() || found->second.size() != bytes) return;
        llvm::Constant* const value = llvm::ConstantDataArray::getString(context(), found->second, false);
        auto* const global = new llvm::GlobalVariable(module_, value->getType(), true,
                                                      llvm::GlobalValue::PrivateLinkage, value, "ndweave.constant");
        global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
        b.CreateMemCpy(call.getArgOperand(1), llvm::MaybeAlign(), global, llvm::MaybeAlign(1), bytes);
    }

    void add_range(const char* name, std::uint64_t first, std::uint64_t (specialiser::*end)(unsigned) const) {
        for (llvm::CallBase* use : calls_of(module_, name)) {
            const unsigned bits = use->getType()->getIntegerBitWidth();
            const llvm::APInt low(bits, first), high(bits, (this->*end)(axis_of(*use)));
            use->setMetadata(llvm::LLVMContext::MD_range, llvm::MDBuilder(context()).createRange(low, high));
        }
    }

    std::uint64_t local_end(unsigned axis) const { return local_range(axis); }
    std::uint64_t limit() const { return to_.small_ids ? small_id_limit : id_limit; }
    std::uint64_t id_end(unsigned) const { return limit(); }
    std::uint64_t range_end(unsigned) const { return limit() + 1; }
    std::uint64_t group_end(unsigned axis) const { return limit() / local_range(axis); }

    void add_ranges() {
        if (to_.kind == NDW_KERNEL_ND_RANGE) add_range("__ndweave_local_id", 0, &specialiser::local_end);
        add_range("__ndweave_group_id", 0,
                  to_.kind == NDW_KERNEL_ND_RANGE ? &specialiser::group_end : &specialiser::id_end);
        add_range("__ndweave_global_id", 0, &specialiser::id_end);
        for (const char* name : {"__ndweave_group_range", "__ndweave_global_range"}) {
            add_range(name, 1, &specialiser::range_end);
        }
    }

    llvm::Module& module_;
    const kernel_attributes to_;
};

}  // namespace

void specialise(llvm::Module& module) {
    if (const llvm::Function* const kernel = kernel_of(module))
        specialiser(module, kernel_attributes::of(*kernel)).run();
}

}  // namespace ndweave::compiler
