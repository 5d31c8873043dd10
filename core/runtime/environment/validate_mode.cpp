#include "runtime/environment/validate_mode.hpp"

#include <charconv>
#include <string>

#include "ndweave/detail/check_mode.hpp"
#include "ndweave/exception.hpp"
#include "runtime/environment/environment.hpp"

namespace ndweave::detail {

double validated_share() {
    const std::string value = environment_value("NDWEAVE_VALIDATE");
    double share = 0;
    std::from_chars(value.data(), value.data() + value.size(), share);
    if (share > 0 && check_mode()) {
        throw exception(errc::invalid,
                        "NDWEAVE_CHECK=1 and NDWEAVE_VALIDATE are both set: check the kernels first, then validate");
    }
    return share;
}

}  // namespace ndweave::detail
