#include "compiler/passes/printing/restrict_printing.hpp"

#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>

#include <optional>

#include "compiler/builtins.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/printing/printf_format.hpp"

namespace ndweave::compiler {
namespace {

std::optional<llvm::StringRef> format_of(const llvm::CallBase& call) {
    llvm::StringRef format;
    if (!llvm::getConstantStringInfo(call.getArgOperand(0), format)) return std::nullopt;
    return format;
}

bool is_in(llvm::StringRef letters, char c) { return letters.contains(c); }

bool suits(const llvm::Type& type, const format_part& part) {
    if (is_in("aAeEfFgG", part.conversion)) return type.isDoubleTy();
    if (is_in("sp", part.conversion)) return type.isPointerTy();
    return type.isIntegerTy(32) || type.isIntegerTy(64);
}

/// Long double, wide characters, and what only glibc has.
bool is_known(const format_part& part) {
    if (is_in("diouxX", part.conversion)) return part.length != "L";
    if (is_in("aAeEfFgG", part.conversion)) return part.length.empty() || part.length == "l";
    return is_in("csp", part.conversion) && part.length.empty();
}

/// One call as it becomes.
class restricted {
public:
    explicit restricted(llvm::CallBase& call) : call_(call), builder_(&call) {}

    void run() {
        for (const format_part& part : parts_of(*format_of(call_))) add(part);
        arguments_.insert(arguments_.begin(), builder_.CreateGlobalString(format_));
        auto* const made = builder_.CreateCall(call_.getFunctionType(), call_.getCalledOperand(), arguments_);
        call_.replaceAllUsesWith(made);
        call_.eraseFromParent();
    }

private:
    /// Of an argument for a '*'. A negative width is the flag '-' and a width, as C has it.
    static std::string number(const llvm::Value* value) {
        return std::to_string(llvm::cast<llvm::ConstantInt>(value)->getSExtValue());
    }

    llvm::Value* next() { return call_.getArgOperand(next_++); }

    void add(const format_part& part) {
        if (part.conversion == 0) {
            format_ += part.text;
            return;
        }
        const std::string width = part.takes_width() ? number(next()) : part.width;
        const std::string precision = part.takes_precision() ? "." + number(next()) : part.precision;
        llvm::Value* const value = next();
        const bool is_long = value->getType()->isIntegerTy(64) && part.conversion != 'c';
        // CUDA has no 'F', which differs for infinities and NaNs only.
        const char conversion = part.conversion == 'F' ? 'f' : part.conversion;
        format_ += "%" + part.flags + width + (precision.starts_with(".-") ? "" : precision) + (is_long ? "l" : "") +
                   conversion;
        arguments_.push_back(made_of(value, part));
    }

    llvm::Value* made_of(llvm::Value* value, const format_part& part) {
        if (value->getType()->isDoubleTy()) return as_float(value);
        if (!value->getType()->isIntegerTy()) return value;
        if (part.conversion == 'c') return builder_.CreateTrunc(value, builder_.getInt32Ty());
        if (part.length != "h" && part.length != "hh") return value;
        llvm::Type* const cut = part.length == "h" ? builder_.getInt16Ty() : builder_.getInt8Ty();
        llvm::Value* const low = builder_.CreateTrunc(value, cut);
        return is_in("di", part.conversion) ? builder_.CreateSExt(low, value->getType())
                                            : builder_.CreateZExt(low, value->getType());
    }

    llvm::Value* as_float(llvm::Value* value) {
        llvm::Type* const type = builder_.getFloatTy();
        if (auto* const wide = llvm::dyn_cast<llvm::FPExtInst>(value)) {
            return wide->getSrcTy()->isFloatTy() ? wide->getOperand(0)
                                                 : builder_.CreateFPExt(wide->getOperand(0), type);
        }
        const auto* const constant = llvm::dyn_cast<llvm::ConstantFP>(value);
        if (constant == nullptr) return value;
        llvm::APFloat number = constant->getValueAPF();
        bool loses = false;
        number.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &loses);
        return loses ? value : llvm::ConstantFP::get(type, number);
    }

    llvm::CallBase& call_;
    llvm::IRBuilder<> builder_;
    unsigned next_ = 1;
    std::string format_;
    llvm::SmallVector<llvm::Value*> arguments_;
};

void erase_unused(const llvm::SmallVector<llvm::WeakTrackingVH>& conversions) {
    for (const llvm::WeakTrackingVH& handle : conversions) {
        auto* const wide = llvm::dyn_cast_or_null<llvm::FPExtInst>(handle);
        if (wide != nullptr && wide->use_empty()) wide->eraseFromParent();
    }
}

}  // namespace

std::string why_not_printable(const llvm::CallBase& call) {
    const auto format = format_of(call);
    if (!format) return "calls printf with a format that is not a constant string";
    unsigned next = 1;
    for (const format_part& part : parts_of(*format)) {
        if (part.conversion == 0) continue;
        if (!is_known(part)) return "calls printf with '" + part.text + "', which devices do not have";
        if (next + part.arguments() > call.arg_size())
            return "calls printf with fewer arguments than its format asks for";
        const bool stars_suit = llvm::all_of(llvm::seq(next, next + part.arguments() - 1), [&](unsigned n) {
            return llvm::isa<llvm::ConstantInt>(call.getArgOperand(n));
        });
        if (!stars_suit) return "calls printf with a width or precision that is not a constant ('" + part.text + "')";
        next += part.arguments();
        if (!suits(*call.getArgOperand(next - 1)->getType(), part))
            return "calls printf with an argument of another type than '" + part.text + "' asks for";
    }
    return {};
}

void restrict_printing(llvm::Module& module) {
    llvm::SmallVector<llvm::WeakTrackingVH> conversions;
    for (llvm::CallBase* call : calls_of(module, builtin::print)) {
        for (llvm::Value* argument : call->args()) {
            if (llvm::isa<llvm::FPExtInst>(argument)) conversions.emplace_back(argument);
        }
        restricted(*call).run();
    }
    erase_unused(conversions);
}

}  // namespace ndweave::compiler
