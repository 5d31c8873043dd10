/// Told of each step of a compilation: tests run what a step left.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Module;
}

namespace ndweave::compiler {

class step_observer {
public:
    virtual ~step_observer() = default;

    virtual void after(llvm::StringRef step, llvm::Module& module) = 0;
};

}  // namespace ndweave::compiler
