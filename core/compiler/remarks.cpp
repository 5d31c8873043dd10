#include "compiler/remarks.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

namespace ndweave::compiler {
namespace {

class handler : public llvm::DiagnosticHandler {
public:
    explicit handler(report& notes) : notes_(notes) {}

    bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
        if (const auto* remark = llvm::dyn_cast<llvm::DiagnosticInfoOptimizationBase>(&info)) {
            add(*remark);
        } else if (info.getSeverity() == llvm::DS_Error) {
            notes_.add_remark("error", text_of(info), "", 0);
        }
        return true;
    }

    bool isAnalysisRemarkEnabled(llvm::StringRef pass) const override { return is_about_vectors(pass); }
    bool isMissedOptRemarkEnabled(llvm::StringRef pass) const override { return is_about_vectors(pass); }
    bool isPassedOptRemarkEnabled(llvm::StringRef pass) const override { return is_about_vectors(pass); }
    bool isAnyRemarkEnabled() const override { return true; }

private:
    static bool is_about_vectors(llvm::StringRef pass) { return pass == "loop-vectorize"; }

    static std::string text_of(const llvm::DiagnosticInfo& info) {
        std::string text;
        llvm::raw_string_ostream out(text);
        llvm::DiagnosticPrinterRawOStream printer(out);
        info.print(printer);
        return text;
    }

    void add(const llvm::DiagnosticInfoOptimizationBase& remark) {
        if (!is_about_vectors(remark.getPassName())) return;
        const bool passed = remark.getKind() == llvm::DK_OptimizationRemark;
        const bool missed = remark.getKind() == llvm::DK_OptimizationRemarkMissed;
        const llvm::DiagnosticLocation where = remark.getLocation();
        const bool known = remark.isLocationAvailable();
        for (const auto& argument : remark.getArgs()) {
            unsigned lanes = 0;
            if (passed && argument.Key == "VectorizationFactor" && llvm::to_integer(argument.Val, lanes, 10)) {
                notes_.add_vector_width(lanes);
            }
        }
        notes_.add_remark(passed   ? "passed"
                          : missed ? "missed"
                                   : "note",
                          remark.getMsg(), known ? where.getRelativePath() : llvm::StringRef(),
                          known ? where.getLine() : 0);
    }

    report& notes_;
};

}  // namespace

void collect_remarks(llvm::LLVMContext& context, report& notes) {
    context.setDiagnosticHandler(std::make_unique<handler>(notes), false);
}

}  // namespace ndweave::compiler
