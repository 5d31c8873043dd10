/// hiprtc on NVRTC: HIP C++ as ndweave emits it is CUDA C++ after a few names are mapped.
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cuda.hpp"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using lookalike::compiler;
using lookalike::cuda;

constexpr int failure = 11, invalid_option = 5;  // hiprtcResult: internal error, invalid option

constexpr const char* prelude = R"(#define __HIPCC_RTC__ 1
#define __builtin_amdgcn_fence(order, scope) __threadfence_block()
#define __builtin_amdgcn_wave_barrier() __syncwarp()
#define __builtin_trap() __trap()
#define __shfl(value, lane, width) __shfl_sync(0xffffffffu, value, lane, width)
#define __ballot(predicate) __ballot_sync(__activemask(), predicate)
#line 1 "kernel.hip"
)";

/// CUDA's pointer types carry no address space.
std::string without_address_spaces(std::string source) {
    constexpr std::string_view attribute = "__attribute__((address_space(1)))";
    for (std::size_t at = source.find(attribute); at != std::string::npos; at = source.find(attribute, at)) {
        source.erase(at, attribute.size());
    }
    return source;
}

/// "--gpu-architecture=sm_90" of the first device; empty: there is none.
std::string target() {
    constexpr int major = 75, minor = 76;  // CUdevice_attribute
    int digits[2] = {};
    if (!cuda() || cuda()->attribute(&digits[0], major, 0) || cuda()->attribute(&digits[1], minor, 0)) return {};
    return "--gpu-architecture=sm_" + std::to_string(digits[0]) + std::to_string(digits[1]);
}

}  // namespace

EXPORT const char* hiprtcGetErrorString(int code) {
    if (code == failure || !compiler()) return "the look-alike found no CUDA device or no libnvrtc";
    return compiler()->error_text(code);
}

EXPORT int hiprtcCreateProgram(void** program, const char* source, const char* name, int headers, const char** texts,
                               const char** names) {
    if (!compiler()) return failure;
    const std::string text = prelude + without_address_spaces(source);
    return compiler()->create(program, text.c_str(), name, headers, texts, names);
}

EXPORT int hiprtcDestroyProgram(void** program) { return compiler()->destroy(program); }

EXPORT int hiprtcCompileProgram(void* program, int count, const char** options) {
    const std::string architecture = target();
    if (architecture.empty()) return failure;
    std::vector<const char*> mine{architecture.c_str(), "--std=c++17"};
    bool fast = false;
    for (int i = 0; i < count; ++i) {
        if (std::strcmp(options[i], "-ffast-math") == 0) {
            fast = true;
        } else if (std::strncmp(options[i], "--gpu-architecture=gfx", 22) != 0 && std::strcmp(options[i], "-O3") != 0) {
            return invalid_option;
        }
    }
    mine.push_back(fast ? "--use_fast_math" : "--fmad=false");
    return compiler()->compile(program, static_cast<int>(mine.size()), mine.data());
}

EXPORT int hiprtcGetProgramLogSize(void* program, std::size_t* bytes) { return compiler()->log_size(program, bytes); }
EXPORT int hiprtcGetProgramLog(void* program, char* text) { return compiler()->log(program, text); }
EXPORT int hiprtcGetCodeSize(void* program, std::size_t* bytes) { return compiler()->code_size(program, bytes); }
EXPORT int hiprtcGetCode(void* program, char* bytes) { return compiler()->code(program, bytes); }
