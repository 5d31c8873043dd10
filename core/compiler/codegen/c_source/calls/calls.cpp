/// Calls: builtins, intrinsics, mathematics. Everything else was inlined or cannot be called from a kernel.
#include "compiler/codegen/c_source/text/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

namespace Intrinsic = llvm::Intrinsic;

bool has_no_effect(llvm::Intrinsic::ID id) {
    switch (id) {
        case Intrinsic::assume:
        case Intrinsic::dbg_declare:
        case Intrinsic::dbg_label:
        case Intrinsic::dbg_value:
        case Intrinsic::donothing:
        case Intrinsic::experimental_noalias_scope_decl:
        case Intrinsic::invariant_end:
        case Intrinsic::invariant_start:
        case Intrinsic::lifetime_end:
        case Intrinsic::lifetime_start:
        case Intrinsic::prefetch:
        case Intrinsic::pseudoprobe:
        case Intrinsic::sideeffect:
        case Intrinsic::stackrestore:
        case Intrinsic::stacksave:
        case Intrinsic::var_annotation:
            return true;
        default:
            return false;
    }
}

bool is_first_operand(llvm::Intrinsic::ID id) {
    switch (id) {
        case Intrinsic::annotation:
        case Intrinsic::arithmetic_fence:
        case Intrinsic::expect:
        case Intrinsic::expect_with_probability:
        case Intrinsic::launder_invariant_group:
        case Intrinsic::ptr_annotation:
        case Intrinsic::ssa_copy:
        case Intrinsic::strip_invariant_group:
            return true;
        default:
            return false;
    }
}

bool emit_plain_intrinsic(emission& e, const llvm::IntrinsicInst& i) {
    const llvm::Intrinsic::ID id = i.getIntrinsicID();
    if (has_no_effect(id)) return true;
    if (is_first_operand(id)) {
        if (e.names.count(&i)) assign(e, i, value(e, i.getArgOperand(0)));
        return true;
    }
    switch (id) {
        case Intrinsic::trap:
        case Intrinsic::ubsantrap:
        case Intrinsic::debugtrap:
            e.line(std::string(e.dialect.trap));
            return true;
        case Intrinsic::is_constant:
            assign(e, i, "false");
            return true;
        case Intrinsic::objectsize:
            assign(e, i, llvm::cast<llvm::ConstantInt>(i.getArgOperand(1))->isOne() ? "0ul" : "~0ul");
            return true;
        default:
            return false;
    }
}

bool emit_intrinsic(emission& e, const llvm::IntrinsicInst& i) {
    if (const auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) {
        emit_block_memory(e, *block);
        return true;
    }
    return emit_plain_intrinsic(e, i) || emit_integer_intrinsic(e, i) || emit_math(e, i);
}

}  // namespace

void emit_call(emission& e, const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (call.isInlineAsm()) refuse(&call, "inline assembly");
    if (!callee) refuse(&call, "a call through a function pointer or virtual function");
    if (!callee->isDeclaration()) refuse(&call, "the recursive function '" + callee->getName().str() + "'");
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
        if (emit_intrinsic(e, *intrinsic)) return;
    } else if (emit_print(e, call) || emit_builtin(e, call) || emit_math(e, call)) {
        return;
    }
    refuse(&call, "a call of '" + callee->getName().str() + "', which devices do not have");
}

}  // namespace ndweave::compiler::c_source_detail
