#include "ndweave/detail/check_mode.hpp"

#include "runtime/environment/environment.hpp"

namespace ndweave::detail {

bool check_mode() { return environment_value("NDWEAVE_CHECK") == "1"; }

}  // namespace ndweave::detail
