#include "compiler/passes/check/check_constructs.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "compiler/builtins.hpp"
#include "compiler/codegen/target.hpp"
#include "compiler/math_names.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/check/unsupported_operations.hpp"
#include "compiler/passes/front/host_functions.hpp"
#include "compiler/passes/printing/restrict_printing.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

using construct = std::optional<std::string>;

std::string quoted(llvm::StringRef symbol) { return "'" + llvm::demangle(symbol) + "'"; }

class checker {
public:
    checker(llvm::Module& module, const compilation& job) : module_(module), job_(job), can_(job.on.can) {}

    llvm::Error run() {
        for (llvm::Function& function : module_) {
            for (llvm::Instruction& i : llvm::instructions(function)) {
                if (const construct found = check(i)) return job_.refuse(*found, i.getDebugLoc());
            }
        }
        return llvm::Error::success();
    }

private:
    construct check(const llvm::Instruction& i) {
        if (construct found = check_type(*i.getType())) return found;
        for (const llvm::Value* operand : i.operand_values()) {
            if (construct found = check_operand(*operand, i)) return found;
        }
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) return check_call(*call);
        if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&i)) return check_local(*local);
        if (llvm::isa<llvm::IndirectBrInst>(i)) return "uses a computed goto";
        if (i.isIntDivRem() && i.getType()->getScalarSizeInBits() > 64 && !can_.int128)
            return "divides 128-bit integers";
        return describe_unsupported_atomic(i, module_.getDataLayout(), job_.on);
    }

    construct check_type(const llvm::Type& type) const {
        const llvm::Type& scalar = *type.getScalarType();
        if (scalar.isX86_FP80Ty() && !can_.long_double) return "uses long double";
        if (scalar.isFP128Ty() || scalar.isPPC_FP128Ty()) return "uses 128-bit floating point";
        if ((scalar.isHalfTy() || scalar.isBFloatTy()) && !can_.half) return "uses 16-bit floating point";
        return std::nullopt;
    }

    construct check_local(const llvm::AllocaInst& local) const {
        if (!local.isStaticAlloca()) return "has an array whose length is not a compile-time constant";
        return check_type(*local.getAllocatedType());
    }

    construct check_operand(const llvm::Value& operand, const llvm::Instruction& user) {
        if (construct found = check_type(*operand.getType())) return found;
        const auto* constant = llvm::dyn_cast<llvm::Constant>(&operand);
        if (constant == nullptr) return std::nullopt;
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
        if (call != nullptr && call->getCalledOperand() == &operand) return std::nullopt;
        return check_constant(*constant);
    }

    construct check_constant(const llvm::Constant& constant) {
        if (!seen_.insert(&constant).second) return std::nullopt;
        if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
            if (construct found = check_variable(*variable)) return found;
        } else if (const auto* function = llvm::dyn_cast<llvm::Function>(&constant)) {
            return "takes the address of function " + quoted(function->getName());
        }
        for (const llvm::Value* operand : constant.operand_values()) {
            const auto* inner = llvm::dyn_cast<llvm::Constant>(operand);
            if (inner == nullptr) continue;
            if (construct found = check_constant(*inner)) return found;
        }
        return std::nullopt;
    }

    static construct check_variable(const llvm::GlobalVariable& variable) {
        const llvm::StringRef name = variable.getName();
        if (name.starts_with("_ZTV")) return "uses a class with virtual functions (" + quoted(name) + ")";
        if (variable.isThreadLocal()) return "uses the thread_local variable " + quoted(name);
        if (name.starts_with(device_global_prefix))
            return "uses a device_global in a recursive function, or in a function of another file that its "
                   "declaration does not say is SYCL_EXTERNAL";
        if (!variable.isConstant()) {
            return "uses the global variable " + quoted(name) +
                   ", which is not constant: pass a pointer to it, or make it a device_global";
        }
        if (variable.isDeclaration()) return "uses the variable " + quoted(name) + ", which is defined in another file";
        return std::nullopt;
    }

    construct check_call(const llvm::CallBase& call) const {
        if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
            if (can_.inline_assembly || assembly->getAsmString().empty()) return std::nullopt;
            return "contains inline assembly";
        }
        const llvm::Function* const callee = call.getCalledFunction();
        if (callee == nullptr) return "calls through a function pointer or a virtual function";
        if (callee->isIntrinsic()) return describe_unsupported_intrinsic(*callee, job_.on);
        if (callee->getName() == builtin::print) {
            if (job_.on.folds_to == NDWEAVE_TARGET_HOST) return std::nullopt;
            std::string why = why_not_printable(call);
            return why.empty() ? std::nullopt : construct(std::move(why));
        }
        if (is_builtin(callee->getName())) return check_builtin(callee->getName(), *call.getFunction());
        if (!callee->isDeclaration()) return check_recursion(*callee);
        const bool is_the_library_s = job_.on.provides(callee->getName()) && !only_has_the_name_of_math(*callee);
        if (is_the_library_s) return std::nullopt;
        return describe_host_function(callee->getName());
    }

    construct check_builtin(llvm::StringRef name, const llvm::Function& caller) const {
        if (&caller != job_.entry(module_)) return "asks for its index or synchronises inside a recursive function";
        if (name == builtin::group_memory)
            return "declares local memory that is not known when it is compiled: declare it by a static variable, of a "
                   "size that is a constant";
        if (job_.request.variant.kind == NDW_KERNEL_ND_RANGE || name.ends_with("fence")) return std::nullopt;
        if (is_of_check_mode(name)) return std::nullopt;
        if (name.starts_with("__ndweave_global_")) {
            if (job_.request.variant.kind == NDW_KERNEL_SINGLE_TASK)
                return "is a single task that asks for a global index";
            return std::nullopt;
        }
        if (name == "__ndweave_barrier") return "reaches a barrier, but was not launched with an nd_range";
        return "uses its work-group (" + name.drop_front(10).str() + "), but was not launched with an nd_range";
    }

    construct check_recursion(const llvm::Function& callee) const {
        if (callee.isVarArg()) return "calls the variadic function " + quoted(callee.getName());
        const std::string recurses = "calls " + quoted(callee.getName()) + " recursively";
        if (!can_.recursion) return recurses;
        if (job_.has(NDW_COMPILE_CHECK)) return recurses + ", which check mode does not follow";
        return std::nullopt;
    }

    llvm::Module& module_;
    const compilation& job_;
    const capabilities& can_;
    llvm::SmallPtrSet<const llvm::Constant*, 32> seen_;
};

}  // namespace

llvm::Error check_constructs(llvm::Module& module, const compilation& job) { return checker(module, job).run(); }

}  // namespace ndweave::compiler
