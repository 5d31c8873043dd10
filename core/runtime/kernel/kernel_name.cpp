#include "runtime/kernel/kernel_name.hpp"

#include <string_view>

namespace ndweave::detail {

std::string kernel_name(const kernel_record& kernel) {
    // "constexpr const char *ndweave::detail::spelled_type() [T = X]" (clang), "[with T = X]" (GCC).
    const std::string_view spelled = kernel.source_name;
    const std::size_t start = spelled.find("T = ");
    const std::size_t end = spelled.rfind(']');
    if (start == std::string_view::npos || end == std::string_view::npos) return std::string(spelled);
    return std::string(spelled.substr(start + 4, end - start - 4));
}

}  // namespace ndweave::detail
