// Which functions the SLP vectorizer leaves out for the bytes that they look up.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Vectorize/SLPVectorizer.h>

#include <string>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/workarounds/instrument.hpp"

namespace ndweave::compiler {
namespace {

/// Whether SLP runs on a function that looks up that many values of the type at indices of that type, which are
/// computed or loaded.
bool is_vectorized(int lookups, const std::string& value, const std::string& index, bool is_computed = true) {
    std::string text = "define void @f(ptr %table, ptr %in, ptr %out, " + index + " %key) {\n";
    for (int k = 0; k < lookups; ++k) {
        const std::string n = std::to_string(k);
        text += "  %p" + n + " = getelementptr " + index + ", ptr %in, i64 " + n + "\n";
        text += "  %x" + n + " = load " + index + ", ptr %p" + n + "\n";
        text += "  %y" + n + " = xor " + index + " %x" + n + ", %key\n";
        text += "  %i" + n + " = zext " + index + (is_computed ? " %y" : " %x") + n + " to i64\n";
        text += "  %q" + n + " = getelementptr " + value + ", ptr %table, i64 %i" + n + "\n";
        text += "  %v" + n + " = load " + value + ", ptr %q" + n + "\n";
        text += "  %r" + n + " = getelementptr " + value + ", ptr %out, i64 " + n + "\n";
        text += "  store " + value + " %v" + n + ", ptr %r" + n + "\n";
    }
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(text + "  ret void\n}\n", problem, context);
    EXPECT_NE(module, nullptr) << problem.getMessage().str();
    between_passes callbacks;
    const llvm::PassInstrumentation instrumentation(&callbacks);
    return instrumentation.runBeforePass(llvm::SLPVectorizerPass(), *module->getFunction("f"));
}

TEST(ByteLookups, ManyAreLeftScalar) {
    const int many = host::target_tuning().min_lookups_without_slp;
    EXPECT_FALSE(is_vectorized(many, "i8", "i8"));
    EXPECT_TRUE(is_vectorized(many - 1, "i8", "i8"));
}

TEST(ByteLookups, OtherLoadsAreNone) {
    EXPECT_TRUE(is_vectorized(100, "i32", "i8"));
    EXPECT_TRUE(is_vectorized(100, "i8", "i32"));
    EXPECT_TRUE(is_vectorized(100, "i8", "i8", false));
}

}  // namespace
}  // namespace ndweave::compiler
