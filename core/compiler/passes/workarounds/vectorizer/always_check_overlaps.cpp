#include "compiler/passes/workarounds/vectorizer/always_check_overlaps.hpp"

#include <mutex>

#include "compiler/passes/workarounds/llvm_option.hpp"
#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "try without");

void always_check_overlaps() {
    static std::once_flag once;
    std::call_once(once, [] {
        set_llvm_option("vectorize-memory-check-threshold", "4294967295",
                        "the limit of the vectorizer's run-time checks");
    });
}

}  // namespace ndweave::compiler
