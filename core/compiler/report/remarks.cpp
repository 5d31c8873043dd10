#include "compiler/report/remarks.hpp"

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/report/vector_remarks.hpp"

namespace ndweave::compiler {
namespace {

class handler : public llvm::DiagnosticHandler {
public:
    explicit handler(report& notes) : notes_(notes) {}

    bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
        if (const auto* remark = llvm::dyn_cast<llvm::DiagnosticInfoIROptimization>(&info)) {
            if (!is_about_vectors(remark->getPassName())) return true;
            if (auto loop = describe_loop(*remark)) notes_.add_loop(std::move(*loop));
        } else if (info.getSeverity() == llvm::DS_Error) {
            notes_.add_remark("error", text_of(info));
        }
        return true;
    }

    bool isAnalysisRemarkEnabled(llvm::StringRef pass) const override { return is_about_vectors(pass); }
    bool isMissedOptRemarkEnabled(llvm::StringRef pass) const override { return is_about_vectors(pass); }
    bool isPassedOptRemarkEnabled(llvm::StringRef pass) const override { return is_about_vectors(pass); }
    bool isAnyRemarkEnabled() const override { return true; }

private:
    /// Where a loop has a hint to be vectorized, LLVM leaves the pass unnamed: what it says is to be printed always.
    static bool is_about_vectors(llvm::StringRef pass) {
        return pass == "loop-vectorize" || pass == llvm::OptimizationRemarkAnalysis::AlwaysPrint;
    }

    static std::string text_of(const llvm::DiagnosticInfo& info) {
        std::string text;
        llvm::raw_string_ostream out(text);
        llvm::DiagnosticPrinterRawOStream printer(out);
        info.print(printer);
        return text;
    }

    report& notes_;
};

}  // namespace

void collect_remarks(llvm::LLVMContext& context, report& notes) {
    context.setDiagnosticHandler(std::make_unique<handler>(notes), false);
}

}  // namespace ndweave::compiler
