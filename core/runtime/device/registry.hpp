/// The devices of each backend, by name.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/device/device_impl.hpp"
#include "runtime/device/device_name.hpp"

namespace ndweave::detail {

/// Held while devices are created and plugins are loaded; recursive.
extern std::recursive_mutex making_devices;

/// The devices of one backend, created by the first call. Throws errc::invalid for an unknown backend.
const std::vector<std::shared_ptr<device_impl>>& backend_devices(const std::string& backend);

/// The device called `name`, `BACKEND` or `BACKEND:NUMBER`. Throws errc::invalid for a name of another form or backend
/// and as check_environment(), errc::runtime if the device is not available.
std::shared_ptr<device_impl> find_device(const std::string& name);

/// `BACKEND:NUMBER` of a device that find_device returned; the CPU is `cpu`, a sub-device `cpu, processors 0-3`.
std::string device_identifier(const device_impl&);

}  // namespace ndweave::detail
