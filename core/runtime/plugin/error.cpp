#include "runtime/plugin/error.hpp"

#include <algorithm>

namespace ndweave::detail {

std::string plugin_error_text(const ndw_plugin& plugin) {
    constexpr std::uint64_t max_bytes = 64 << 10;  // build logs have their own entry
    std::string text(256, '\0');
    const std::uint64_t needed = std::min(plugin.last_error(text.data(), text.size()), max_bytes);
    if (needed > text.size()) {
        text.resize(needed);
        plugin.last_error(text.data(), text.size());
    }
    text.resize(text.find('\0') == std::string::npos ? text.size() : text.find('\0'));
    return text.empty() ? "no reason given" : text;
}

errc plugin_error_code(int status) {
    switch (status) {
        case NDW_NO_DRIVER:
        case NDW_NO_DEVICE:
            return errc::platform;
        case NDW_OUT_OF_MEMORY:
            return errc::memory_allocation;
        case NDW_INVALID:
            return errc::invalid;
        case NDW_UNSUPPORTED:
            return errc::feature_not_supported;
        case NDW_BUILD_FAILED:
            return errc::build;
        case NDW_LAUNCH_FAILED:
            return errc::kernel;
        default:
            return errc::runtime;
    }
}

void check_plugin(const ndw_plugin& plugin, int status, const std::string& doing) {
    if (status == NDW_OK) return;
    throw exception(plugin_error_code(status), doing + ": " + plugin_error_text(plugin));
}

}  // namespace ndweave::detail
