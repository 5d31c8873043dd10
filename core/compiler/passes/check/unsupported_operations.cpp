#include "compiler/passes/check/unsupported_operations.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <utility>

#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

namespace Intrinsic = llvm::Intrinsic;

/// On no target.
const char* describe_everywhere(Intrinsic::ID id) {
    switch (id) {
        case Intrinsic::vastart:
        case Intrinsic::vaend:
        case Intrinsic::vacopy:
            return "has a variable argument list";
        case Intrinsic::eh_typeid_for:
        case Intrinsic::eh_return_i64:
            return "handles an exception";
        case Intrinsic::eh_sjlj_setjmp:
        case Intrinsic::eh_sjlj_longjmp:
            return "uses setjmp or longjmp";
        case Intrinsic::get_fpenv:
        case Intrinsic::get_fpmode:
        case Intrinsic::reset_fpenv:
        case Intrinsic::reset_fpmode:
        case Intrinsic::set_fpenv:
        case Intrinsic::set_fpmode:
        case Intrinsic::set_rounding:
            return "uses the floating-point environment";
        case Intrinsic::sdiv_fix:
        case Intrinsic::sdiv_fix_sat:
        case Intrinsic::smul_fix:
        case Intrinsic::smul_fix_sat:
        case Intrinsic::udiv_fix:
        case Intrinsic::udiv_fix_sat:
        case Intrinsic::umul_fix:
        case Intrinsic::umul_fix_sat:
            return "computes with fixed-point numbers";
        case Intrinsic::matrix_column_major_load:
        case Intrinsic::matrix_column_major_store:
        case Intrinsic::matrix_multiply:
        case Intrinsic::matrix_transpose:
            return "computes with matrix types";
        case Intrinsic::memcpy_element_unordered_atomic:
        case Intrinsic::memmove_element_unordered_atomic:
        case Intrinsic::memset_element_unordered_atomic:
            return "copies memory by atomic elements";
        case Intrinsic::experimental_deoptimize:
        case Intrinsic::experimental_guard:
            return "asks for deoptimization";
        case Intrinsic::localescape:
        case Intrinsic::localrecover:
        case Intrinsic::sponentry:
            return "looks at its stack frame";
        default:
            return nullptr;
    }
}

/// On GPUs.
const char* describe_elsewhere(Intrinsic::ID id) {
    switch (id) {
        case Intrinsic::addressofreturnaddress:
        case Intrinsic::frameaddress:
        case Intrinsic::returnaddress:
            return "looks at its stack frame";
        case Intrinsic::clear_cache:
            return "clears the instruction cache";
        case Intrinsic::thread_pointer:
            return "uses thread-local memory";
        default:
            return nullptr;
    }
}

const char* describe_by_name(const llvm::Function& callee, const target& on) {
    const bool on_host = on.folds_to == NDWEAVE_TARGET_HOST;
    const llvm::StringRef name = callee.getName();
    if (name.starts_with("llvm.coro.")) return "is a coroutine or calls one";
    if (name.starts_with("llvm.experimental.constrained.")) return "does not round to nearest";
    const bool is_here = on_host && name.starts_with("llvm.x86.");
    if (callee.isTargetIntrinsic() && !is_here) return "uses an instruction of another processor";
    return on_host ? nullptr : describe_elsewhere(callee.getIntrinsicID());
}

std::pair<llvm::Type*, llvm::Align> accessed(const llvm::Instruction& i) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) return {update->getType(), update->getAlign()};
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i))
        return {exchange->getNewValOperand()->getType(), exchange->getAlign()};
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
        return {store->getValueOperand()->getType(), store->getAlign()};
    const auto& load = llvm::cast<llvm::LoadInst>(i);
    return {load.getType(), load.getAlign()};
}

}  // namespace

std::optional<std::string> describe_unsupported_intrinsic(const llvm::Function& callee, const target& on) {
    const Intrinsic::ID id = callee.getIntrinsicID();
    const char* what = describe_everywhere(id);
    if (what == nullptr) what = describe_by_name(callee, on);
    if (what == nullptr) return std::nullopt;
    return std::string(what) + " (" + Intrinsic::getBaseName(id).str() + ")";
}

std::optional<std::string> describe_unsupported_atomic(const llvm::Instruction& i, const llvm::DataLayout& layout,
                                                       const target& on) {
    if (!i.isAtomic() || llvm::isa<llvm::FenceInst>(i)) return std::nullopt;
    const auto [type, alignment] = accessed(i);
    const std::uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
    if (bytes * 8 > on.atomic_bits()) return "has an atomic operation of " + std::to_string(bytes * 8) + " bits";
    if (alignment.value() >= bytes) return std::nullopt;
    return "has an atomic operation of " + std::to_string(bytes) + " bytes at an alignment of " +
           std::to_string(alignment.value());
}

}  // namespace ndweave::compiler
