#include "compiler/passes/workarounds/leave_copies_whole.hpp"

#include <mutex>

#include "compiler/passes/workarounds/llvm_option.hpp"
#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "try without");

void leave_copies_whole() {
    static std::once_flag once;
    std::call_once(once,
                   [] { set_llvm_option("x86-disable-avoid-SFB", "true", "which leaves out the division of copies"); });
}

}  // namespace ndweave::compiler
