#include "code/compile_by.hpp"

#include <utility>

namespace ndweave::code {

compile_result compile_by(const ndw_compiler_api& compiler, const ndw_compile_request& request) {
    void* bytes = nullptr;
    std::uint64_t size = 0;
    char* error = nullptr;
    const int status = compiler.compile(&request, &bytes, &size, &error);
    if (status != NDW_COMPILE_OK) {
        std::string text = error ? error : "the kernel compiler failed and gave no reason";
        if (error) compiler.free_error(error);
        return {status, std::move(text), {}};
    }
    std::optional<entry> made = decode_entry({static_cast<const char*>(bytes), size});
    compiler.free_bytes(bytes);
    if (!made) return {NDW_COMPILE_FAILED, "what the kernel compiler made cannot be read", {}};
    return {NDW_COMPILE_OK, {}, *std::move(made)};
}

}  // namespace ndweave::code
