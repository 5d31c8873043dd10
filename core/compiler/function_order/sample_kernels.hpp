/// What the module of sample kernels gives.
#pragma once

#include <span>

#include "compiler/abi.h"

namespace ndweave::compiler::function_order {

/// Requests without a target.
using sample_requests_function = void(std::span<const ndw_compile_request>* requests);
constexpr const char* sample_requests_symbol = "ndweave_sample_requests";

}  // namespace ndweave::compiler::function_order
