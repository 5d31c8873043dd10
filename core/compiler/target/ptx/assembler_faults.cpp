#include "compiler/target/ptx/assembler_faults.hpp"

#include "compiler/target/ptx/merged_operations.hpp"
#include "compiler/target/ptx/respell.hpp"
#include "compiler/target/ptx/wrapping_loops.hpp"

namespace ndweave::compiler::ptx {

std::string avoid_assembler_faults(llvm::StringRef text) {
    return keep_wrapping_loops_rolled(respell(keep_from_merging(text)));
}

}  // namespace ndweave::compiler::ptx
