#include "compiler/report/vector_remarks.hpp"

#include <llvm/ADT/StringExtras.h>

namespace ndweave::compiler {
namespace {

struct translation {
    llvm::StringLiteral remark;
    llvm::StringLiteral reason;
};

constexpr translation translations[] = {
    {"CFGNotUnderstood", "it has several exits, or control flow that has no vector form"},
    {"NoCFGForSelect", "a branch in it cannot become a mask"},
    {"LoopContainsSwitch", "a switch in it cannot become a mask"},
    {"LoopContainsUnsupportedSwitch", "a switch in it cannot become a mask"},
    {"LoopContainsUnsupportedTerminator", "a branch in it cannot become a mask"},
    {"CantComputeNumberOfIterations", "how often it runs is not known when it starts"},
    {"UnsupportedUncountableLoop", "how often it runs is not known when it starts"},
    {"CantVectorizeLibcall", "it calls a function of the C library that has no vector version"},
    {"CantVectorizeCall", "it calls a function that has no vector version"},
    {"CantVectorizeIntrinsic", "it calls a function that has no vector version"},
    {"CantVectorizeInstruction", "it has an atomic or volatile access, or a type that vectors do not have"},
    {"CantVectorizeInstructionReturnType", "it computes with a type that vectors do not have"},
    {"CantVectorizeStore", "it stores a type that vectors do not have"},
    {"NonReductionValueUsedOutsideLoop", "a value that it changes in an order of its own is used behind it"},
    {"NoInductionVariable", "it does not count"},
    {"CantIdentifyArrayBounds", "its memory accesses may overlap: their bounds are not known"},
    {"UnsafeDep", "a later iteration reads what an earlier one wrote"},
    {"CantReorderMemOps", "a later iteration reads what an earlier one wrote"},
    {"CantReorderFPOps", "it sums floating-point numbers in a fixed order; fast_math allows another one"},
    {"TooManyMemoryRuntimeChecks", "too many pairs of its arrays may overlap"},
    {"VectorizationNotBeneficial", "vectors would not be faster, by LLVM's cost model"},
    {"LowTripCount", "it runs too few times"},
};

constexpr llvm::StringLiteral prefix = "loop not vectorized: ";

std::optional<unsigned> number(const llvm::DiagnosticInfoOptimizationBase& remark, llvm::StringRef key) {
    for (const auto& argument : remark.getArgs()) {
        unsigned value = 0;
        if (argument.Key == key && llvm::to_integer(argument.Val, value, 10)) return value;
    }
    return std::nullopt;
}

bool is_known(llvm::StringRef remark) {
    return llvm::any_of(translations, [&](const translation& t) { return t.remark == remark; });
}

}  // namespace

const char* loop_runs_over(llvm::StringRef header) {
    if (header.starts_with("items.")) return "work-items";
    return header.starts_with("groups") ? "work-groups" : "iterations";
}

std::string reason_against_vectors(llvm::StringRef remark, llvm::StringRef text) {
    for (const translation& t : translations) {
        if (t.remark == remark) return t.reason.str();
    }
    text.consume_front(prefix);
    return text.str();
}

std::optional<llvm::json::Object> describe_loop(const llvm::DiagnosticInfoIROptimization& remark) {
    const std::string text = remark.getMsg();
    llvm::json::Object loop;
    const bool missed = remark.getKind() == llvm::DK_OptimizationRemarkMissed;
    if (const auto lanes = number(remark, "VectorizationFactor"); lanes && remark.getRemarkName() == "Vectorized") {
        loop["lanes"] = *lanes;
        loop["interleave"] = number(remark, "InterleaveCount").value_or(1);
    } else if (remark.getRemarkName() == "MissedDetails") {
        loop["verdict"] = true;
    } else if (is_known(remark.getRemarkName()) || llvm::StringRef(text).starts_with(prefix)) {
        loop["reason"] = llvm::json::fixUTF8(reason_against_vectors(remark.getRemarkName(), text));
        if (missed) loop["verdict"] = true;
    } else {
        return std::nullopt;
    }
    const llvm::Value* const header = remark.getCodeRegion();
    loop["over"] = loop_runs_over(header != nullptr ? header->getName() : "");
    if (remark.isLocationAvailable() && remark.getLocation().getLine() != 0) {
        loop["file"] = llvm::json::fixUTF8(remark.getLocation().getRelativePath());
        loop["line"] = remark.getLocation().getLine();
    }
    return loop;
}

}  // namespace ndweave::compiler
