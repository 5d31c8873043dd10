/// libndweave-attributes.so: `clang++-19 -fplugin=…` gives SYCL's kernel attributes their effect.
#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/attributes/attribute_reader.hpp"

namespace ndweave::attributes {
namespace {

/// Runs beside the compilation, for the sake of its preprocessor: of the syntax tree it wants nothing.
class read_attributes : public clang::PluginASTAction {
protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
        auto reader = std::make_shared<attribute_reader>(compiler.getPreprocessor());
        compiler.getPreprocessor().setTokenWatcher([reader](const clang::Token& token) { reader->see(token); });
        return std::make_unique<clang::ASTConsumer>();
    }
    bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
    ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<read_attributes> registered("ndweave-attributes", "SYCL's kernel attributes");

}  // namespace
}  // namespace ndweave::attributes
