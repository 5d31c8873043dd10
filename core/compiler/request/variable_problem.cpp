#include "compiler/request/variable_problem.hpp"

#include <cstdlib>

#include "code/cache/disk.hpp"
#include "code/cuda_toolkit.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/pass_manager/left_out_passes.hpp"
#include "compiler/report/dump.hpp"

namespace ndweave::compiler {
namespace {

std::string problem_of_processor() {
    const host::cpu& cpu = host::target_cpu();
    if (!cpu.error.empty() || cpu.lacking.empty()) return cpu.error;
    return "kernels do without what this processor lacks: " + cpu.lacking;
}

}  // namespace

std::string variable_problem(llvm::StringRef name) {
    const char* const value = ::secure_getenv(name.str().c_str());
    if (value == nullptr || *value == '\0') return {};
    if (name == "NDWEAVE_CACHE_DIR") return code::cache::problem(code::cache::directory());
    if (name == "NDWEAVE_DUMP_IR" || name == "NDWEAVE_DUMP_CODE") return dump::problem(value);
    if (name == "NDWEAVE_CPU_NAME") return problem_of_processor();
    if (name == "NDWEAVE_LEAVE_OUT_PASSES") return problem_of_left_out_passes();
    if (name == "NDWEAVE_CUDA_PATH" && code::find_libdevice().empty()) return "there is no libdevice.10.bc";
    return {};
}

}  // namespace ndweave::compiler
