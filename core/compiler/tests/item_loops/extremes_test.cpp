// Maxima and minima over loops: which comparisons become llvm.maximum, and that none is left after the way back.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/llvm_passes.hpp"
#include "compiler/passes/loops/extremes.hpp"

namespace ndweave::compiler {
namespace {

class Extremes : public ::testing::Test {
protected:
    /// A loop whose iteration takes %x or keeps %m, by `compare`: "ogt float %x, %m"; whether it takes where that
    /// holds.
    void parse(const std::string& compare, bool takes, const std::string& more = "", bool vectors = true) {
        const std::string chosen = takes ? "float %x, float %m" : "float %m, float %x";
        llvm::SMDiagnostic problem;
        module_ = llvm::parseAssemblyString(R"(
define float @kernel(ptr %p, float %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi float [ %first, %entry ], [ %best, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %c = fcmp )" + compare + "\n  %best = select i1 %c, " +
                                                chosen + "\n" + more + R"(
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end, !llvm.loop !0
end:
  %r = phi float [ %best, %loop ]
  ret float %r
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 )" + (vectors ? "true}" : "false}"),
                                            problem, context_);
        ASSERT_NE(module_, nullptr) << problem.getMessage().str();
    }

    template <class Pass>
    void run(Pass pass) {
        llvm::FunctionPassManager passes;
        passes.addPass(std::move(pass));
        run_passes(*module_->getFunction("kernel"), std::move(passes));
        ASSERT_FALSE(llvm::verifyModule(*module_, &llvm::errs()));
    }

    bool has(const char* part) const {
        std::string text;
        llvm::raw_string_ostream out(text);
        module_->getFunction("kernel")->print(out);
        return text.find(part) != std::string::npos;
    }

    bool is_exposed(const std::string& compare, bool takes, const char* as) {
        parse(compare, takes);
        run(expose_extremes());
        if (!has(as)) return false;
        run(lower_extremes());
        EXPECT_FALSE(has("llvm.m")) << compare;
        EXPECT_TRUE(has(std::string(as) == "@llvm.maximum" ? "fcmp ogt float %x, %m" : "fcmp olt float %x, %m"))
            << compare;
        return true;
    }

    llvm::LLVMContext context_;
    std::unique_ptr<llvm::Module> module_;
};

TEST_F(Extremes, ComparisonsThatPassOverNaNAreExposed) {
    for (const char* compare : {"ogt float %x, %m", "oge float %x, %m", "olt float %m, %x", "ole float %m, %x"})
        EXPECT_TRUE(is_exposed(compare, true, "@llvm.maximum")) << compare;
    for (const char* compare : {"ule float %x, %m", "ult float %x, %m", "uge float %m, %x", "ugt float %m, %x"})
        EXPECT_TRUE(is_exposed(compare, false, "@llvm.maximum")) << compare;
    for (const char* compare : {"olt float %x, %m", "ole float %x, %m", "ogt float %m, %x", "oge float %m, %x"})
        EXPECT_TRUE(is_exposed(compare, true, "@llvm.minimum")) << compare;
    for (const char* compare : {"uge float %x, %m", "ugt float %x, %m", "ule float %m, %x", "ult float %m, %x"})
        EXPECT_TRUE(is_exposed(compare, false, "@llvm.minimum")) << compare;
}

TEST_F(Extremes, ComparisonsThatTakeNaNStay) {
    for (const char* compare : {"ugt float %x, %m", "ult float %m, %x", "uno float %x, %m", "une float %x, %m"}) {
        EXPECT_FALSE(is_exposed(compare, true, "@llvm.m")) << compare;
    }
    for (const char* compare : {"ogt float %m, %x", "olt float %x, %m", "oeq float %x, %m"})
        EXPECT_FALSE(is_exposed(compare, false, "@llvm.m")) << compare;
}

TEST_F(Extremes, LoopsThatNeedEachStepOrAskForNoVectorsStay) {
    const char* const compare = "ogt float %x, %m";
    for (const char* more : {"store float %best, ptr %at", "store float %m, ptr %at", "store i1 %c, ptr %at"}) {
        parse(compare, true, more);
        run(expose_extremes());
        EXPECT_FALSE(has("llvm.m")) << more;
    }
    parse(compare, true, "", false);
    run(expose_extremes());
    EXPECT_FALSE(has("llvm.m"));
}

}  // namespace
}  // namespace ndweave::compiler
