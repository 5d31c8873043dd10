/// Conversion of plugin status codes to exceptions.
#pragma once

#include <concepts>
#include <string>

#include "ndweave/exception.hpp"
#include "ndweave/plugin.h"

namespace ndweave::detail {

/// The text of the plugin's last failure on this thread; "no reason given" if it left none.
std::string plugin_error_text(const ndw_plugin&);

/// The SYCL error code of `status`.
errc plugin_error_code(int status);

/// Throws unless `status` is NDW_OK. `doing` names the operation and its object: "cannot copy 16 bytes on NVIDIA H200".
void check_plugin(const ndw_plugin&, int status, const std::string& doing);
/// The same for frequent calls: the text is created only on failure.
template <std::invocable Doing>
void check_plugin(const ndw_plugin& plugin, int status, const Doing& doing) {
    if (status != NDW_OK) check_plugin(plugin, status, std::string(doing()));
}

}  // namespace ndweave::detail
