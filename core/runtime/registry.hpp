/// The devices of each backend, by name.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/device_impl.hpp"
#include "runtime/device_name.hpp"

namespace ndweave::detail {

/// Is held while devices are made and plugins are loaded; the same thread may hold it again.
extern std::recursive_mutex making_devices;

/// The devices of one backend, made on the first call. Throws errc::invalid for a name that is no backend.
const std::vector<std::shared_ptr<device_impl>>& backend_devices(const std::string& backend);

/// The device called `name`, `BACKEND` or `BACKEND:NUMBER`. Throws errc::invalid for a name of another form or backend
/// and for what check_environment() refuses, errc::runtime for a device that cannot be had.
std::shared_ptr<device_impl> find_device(const std::string& name);

/// `BACKEND:NUMBER` of a device that find_device gave; the CPU is `cpu`.
std::string device_identifier(const device_impl&);

}  // namespace ndweave::detail
