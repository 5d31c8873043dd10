#include "compiler/passes/workarounds/always_check_overlaps.hpp"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>

#include <mutex>

namespace ndweave::compiler {

void always_check_overlaps() {
    static std::once_flag once;
    std::call_once(once, [] {
        constexpr llvm::StringRef limit = "vectorize-memory-check-threshold";
        llvm::cl::Option* const option = llvm::cl::getRegisteredOptions().lookup(limit);
        if (!option || option->addOccurrence(0, limit, "4294967295")) {
            llvm::report_fatal_error("this LLVM has no limit of the vectorizer's run-time checks to lift");
        }
    });
}

}  // namespace ndweave::compiler
