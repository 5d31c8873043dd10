#include "gpu/error.hpp"

#include <algorithm>
#include <cstring>

#include "gpu/status.hpp"
#include "gpu/vendor.hpp"

namespace ndweave::gpu {
namespace {

thread_local std::string last;

}  // namespace

int fail(ndw_status status, std::string text) {
    last = std::move(text);
    return status;
}

int check(int code, const char* doing) {
    if (code == 0) return NDW_OK;
    char words[512];
    this_vendor.describe(code, words, sizeof words);
    return fail(status_of(code), std::string(doing) + " failed: " + words);
}

int check_build(int code, const char* log) {
    const int status = check(code, "building the kernel");
    if (status != NDW_INVALID && status != NDW_DRIVER_ERROR && status != NDW_BUILD_FAILED) return status;
    if (*log) last.append("\n").append(log);
    return NDW_BUILD_FAILED;
}

std::uint64_t last_error(char* text, std::uint64_t size) {
    if (size > 0) {
        const std::size_t kept = std::min<std::size_t>(last.size(), size - 1);
        std::memcpy(text, last.data(), kept);
        text[kept] = '\0';
    }
    return last.size() + 1;
}

}  // namespace ndweave::gpu
