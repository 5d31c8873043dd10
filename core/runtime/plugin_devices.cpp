#include "runtime/plugin_devices.hpp"

namespace ndweave::detail {

std::vector<std::shared_ptr<device_impl>> plugin_devices(const std::string&) { return {}; }

std::string plugin_problem(const std::string& backend) { return "this build has no plugin for " + backend; }

}  // namespace ndweave::detail
