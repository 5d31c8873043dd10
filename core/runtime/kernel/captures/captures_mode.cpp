#include "runtime/kernel/captures/captures_mode.hpp"

#include <string>

#include "runtime/environment/environment.hpp"

namespace ndweave::detail {

captures_mode captures_mode_of_environment() {
    const std::string value = environment_value("NDWEAVE_CONSTANT_CAPTURES");
    if (value == "eager") return captures_mode::eager;
    return value == "0" ? captures_mode::never : captures_mode::in_background;
}

}  // namespace ndweave::detail
