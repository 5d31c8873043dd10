#include "claim_broken.hpp"

#include <llvm/IR/BasicBlock.h>
#include <llvm/Support/raw_ostream.h>

namespace ndweave::compiler::testing {

static std::string text_of(const llvm::Value& value) {
    std::string text;
    llvm::raw_string_ostream out(text);
    if (llvm::isa<llvm::BasicBlock>(value)) {
        value.printAsOperand(out, false);
    } else {
        value.print(out);
    }
    return text;
}

claim_broken::claim_broken(const std::string& analysis, const llvm::Value& value, const std::string& what)
    : std::logic_error(analysis + ": " + text_of(value) + " " + what) {}

}  // namespace ndweave::compiler::testing
