#include "hip/hiprtc.hpp"

#include <dlfcn.h>

#include <mutex>

#include "gpu/error.hpp"
#include "hip/companion.hpp"

namespace ndweave::hip {
namespace {

#define NDW_HIPRTC_CALLS(X)                                                                                        \
    X(create, "hiprtcCreateProgram",                                                                               \
      (void** program, const char* source, const char* name, int headers, const char** texts, const char** names)) \
    X(destroy, "hiprtcDestroyProgram", (void** program))                                                           \
    X(compile, "hiprtcCompileProgram", (void* program, int options, const char** texts))                           \
    X(log_size, "hiprtcGetProgramLogSize", (void* program, std::size_t* bytes))                                    \
    X(log, "hiprtcGetProgramLog", (void* program, char* text))                                                     \
    X(code_size, "hiprtcGetCodeSize", (void* program, std::size_t* bytes))                                         \
    X(code, "hiprtcGetCode", (void* program, char* bytes))

struct hiprtc {
#define NDW_HIPRTC_MEMBER(name, symbol, parameters) int(*name) parameters = nullptr;
    NDW_HIPRTC_CALLS(NDW_HIPRTC_MEMBER)
#undef NDW_HIPRTC_MEMBER
    const char* (*error_text)(int code) = nullptr;
};

/// The first function that `library` lacks, or null.
const char* resolve(void* library, hiprtc& rtc) {
#define NDW_HIPRTC_RESOLVE(name, symbol, parameters)                         \
    rtc.name = reinterpret_cast<decltype(rtc.name)>(dlsym(library, symbol)); \
    if (!rtc.name) return symbol;
    NDW_HIPRTC_CALLS(NDW_HIPRTC_RESOLVE)
#undef NDW_HIPRTC_RESOLVE
    rtc.error_text = reinterpret_cast<decltype(rtc.error_text)>(dlsym(library, "hiprtcGetErrorString"));
    return rtc.error_text ? nullptr : "hiprtcGetErrorString";
}

int open(void* library, hiprtc& rtc) {
    if (!resolve(library, rtc)) return NDW_OK;
    std::string why;
    const std::string suffix = version_suffix(library), major = suffix.substr(0, suffix.find('.', 1));
    void* own = open_companion(library, {"libhiprtc.so" + major, "libhiprtc.so"}, why);
    if (!own) return gpu::fail(NDW_NO_DRIVER, "hiprtc was not found (" + why + "): install ROCm's HIP runtime whole");
    const char* missing = resolve(own, rtc);
    if (!missing) return NDW_OK;
    return gpu::fail(NDW_NO_DRIVER, std::string("hiprtc is of a version that is not known here: it has no ") + missing);
}

int check(const hiprtc& rtc, int code, const char* doing) {
    if (code == 0) return NDW_OK;
    const char* words = rtc.error_text(code);
    return gpu::fail(NDW_DRIVER_ERROR, std::string(doing) + " failed: " + (words ? words : "no text"));
}

/// Never throws: returns an empty text if the log is not available.
std::string build_log(const hiprtc& rtc, void* program) {
    std::size_t bytes = 0;
    if (rtc.log_size(program, &bytes) || bytes == 0) return {};
    std::string text(bytes, '\0');
    if (rtc.log(program, text.data())) return {};
    text.resize(text.find_last_not_of(std::string_view("\0\n ", 3)) + 1);
    return text;
}

int build(const hiprtc& rtc, void* program, const std::string& architecture, bool fast_math,
          std::vector<char>& code_object) {
    const std::string target = "--gpu-architecture=" + architecture;
    const char* options[] = {target.c_str(), "-O3", "-ffast-math"};
    if (rtc.compile(program, fast_math ? 3 : 2, options)) {
        return gpu::fail(NDW_BUILD_FAILED, "hiprtc refuses the kernel:\n" + build_log(rtc, program));
    }
    std::size_t bytes = 0;
    if (const int status = check(rtc, rtc.code_size(program, &bytes), "hiprtcGetCodeSize")) return status;
    code_object.resize(bytes);
    return check(rtc, rtc.code(program, code_object.data()), "hiprtcGetCode");
}

}  // namespace

int compile(void* library, const char* source, const std::string& architecture, bool fast_math,
            std::vector<char>& code_object) {
    static std::mutex one_at_a_time;  // hiprtc's own locks have gaps in ROCm 5
    const std::lock_guard lock(one_at_a_time);
    hiprtc rtc;
    if (const int status = open(library, rtc)) return status;
    void* program = nullptr;
    const int code = rtc.create(&program, source, "kernel.hip", 0, nullptr, nullptr);
    if (const int status = check(rtc, code, "hiprtcCreateProgram")) return status;
    const int status = build(rtc, program, architecture, fast_math, code_object);
    rtc.destroy(&program);
    return status;
}

}  // namespace ndweave::hip
