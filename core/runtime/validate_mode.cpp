#include "runtime/validate_mode.hpp"

#include <charconv>
#include <cstdlib>
#include <string>

#include "ndweave/exception.hpp"
#include "runtime/check_mode.hpp"

namespace ndweave::detail {

double validated_share() {
    const char* const value = std::getenv("NDWEAVE_VALIDATE");
    const std::string text = value ? value : "";
    if (text.empty()) return 0;
    double share = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
    if (error != std::errc{} || end != text.data() + text.size() || !(share >= 0 && share <= 1)) {
        throw exception(errc::invalid, "NDWEAVE_VALIDATE is '" + text +
                                           "': it must be 0, 1, or the share of launches between them, as in 0.01");
    }
    if (share > 0 && check_mode()) {
        throw exception(errc::invalid,
                        "NDWEAVE_CHECK=1 and NDWEAVE_VALIDATE are both set: check the kernels first, then validate");
    }
    return share;
}

}  // namespace ndweave::detail
