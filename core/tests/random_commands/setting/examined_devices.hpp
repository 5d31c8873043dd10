/// The devices that commands are drawn for.
#pragma once

#include <string>
#include <vector>

#include "ndweave/ndweave.hpp"
#include "setting.hpp"

namespace ndweave::testing {

struct examined_devices {
    std::vector<device> handles;
    std::vector<device_setting> can;  // of each

    /// Names and drivers in a line.
    std::string text() const;
};

/// Those of these names, or all that there are; "parts" are sub-devices of the CPU. Throws where one is not there.
examined_devices examine(const std::vector<std::string>& names);

}  // namespace ndweave::testing
