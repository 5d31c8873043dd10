#include "runtime/check_mode.hpp"

#include <cstdlib>
#include <string>

#include "ndweave/exception.hpp"

namespace ndweave::detail {

bool check_mode() {
    const char* const value = std::getenv("NDWEAVE_CHECK");
    const std::string text = value ? value : "";
    if (text.empty() || text == "0") return false;
    if (text == "1") return true;
    throw exception(errc::invalid, "NDWEAVE_CHECK is '" + text + "': it must be 0 or 1");
}

}  // namespace ndweave::detail
