#include "compiler/compile.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/ErrorHandling.h>

#include <ctime>
#include <mutex>
#include <optional>

#include "compiler/pass_manager/left_out_passes.hpp"
#include "compiler/pipeline.hpp"
#include "compiler/report/remarks.hpp"

namespace ndweave::compiler {
namespace {

/// Thrown out of LLVM in place of ending the process. LLVM's frames are unwound without their destructors.
struct fatal_error {
    std::string reason;
};

void throw_fatal(void*, const char* reason, bool) { throw fatal_error{reason}; }

void install_fatal_handler() {
    static std::once_flag once;
    std::call_once(once, [] { llvm::install_fatal_error_handler(throw_fatal); });
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Of a processor: how busy the machine is does not count.
std::uint64_t microseconds_of_thread() {
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(now.tv_nsec) / 1000;
}

llvm::Expected<code::entry> compile_in(llvm::LLVMContext& context, const ndw_compile_request& request,
                                       const std::string& vectors_refused) {
    if (const std::string problem = problem_of_left_out_passes(); !problem.empty())
        return invalid("NDWEAVE_LEAVE_OUT_PASSES: " + problem);
    const std::uint64_t begin = microseconds_of_thread();
    compilation job(request, *find_target(request.variant.target), vectors_refused);
    collect_remarks(context, job.notes);
    auto made = run_pipeline(context, job);
    if (!made) return made.takeError();
    if (!job.dump_problem().empty()) return failed(job.dump_problem());
    return code::entry{std::move(*made), job.notes.text(), microseconds_of_thread() - begin};
}

/// None where LLVM would have ended the process; `refused` gets the reason.
std::optional<llvm::Expected<code::entry>> try_to_compile(const ndw_compile_request& request,
                                                          const std::string& vectors_refused, std::string& refused) {
    auto context = std::make_unique<llvm::LLVMContext>();
    try {
        return compile_in(*context, request, vectors_refused);
    } catch (const fatal_error& fatal) {
        (void)context.release();  // in an unknown state: better leaked than destroyed
        refused = first_line(fatal.reason);
        return std::nullopt;
    }
}

}  // namespace

llvm::Expected<code::entry> compile(const ndw_compile_request& request) {
    install_fatal_handler();
    std::string refused;
    if (auto made = try_to_compile(request, {}, refused)) return std::move(*made);
    // X86's code generator lacks some operations on vectors ("Cannot select"; one kernel of 471,679 random ones).
    if (request.variant.target == NDW_TARGET_HOST) {
        if (auto made = try_to_compile(request, refused, refused)) return std::move(*made);
    }
    const compilation job(request, *find_target(request.variant.target));
    return unsupported("kernel '" + job.kernel() + "' cannot run on target " + job.on.name +
                       ": the code generator refused it: " + refused);
}

}  // namespace ndweave::compiler
