/// What a check throws where a kernel does not do what an analysis says of it.
#pragma once

#include <llvm/IR/Value.h>

#include <stdexcept>
#include <string>

namespace ndweave::compiler::testing {

struct claim_broken : std::logic_error {
    using std::logic_error::logic_error;

    /// "uniformity:   %x = add i32 %a, %b is 3 for work-item 0, 4 for work-item 1"
    claim_broken(const std::string& analysis, const llvm::Value& value, const std::string& what);
};

}  // namespace ndweave::compiler::testing
