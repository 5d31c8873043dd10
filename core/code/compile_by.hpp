/// A call of the kernel compiler over its C ABI.
#pragma once

#include <string>

#include "code/artifact.hpp"
#include "compiler/abi.h"

namespace ndweave::code {

struct compile_result {
    int status;         // ndw_compile_status
    std::string error;  // where it is not NDW_COMPILE_OK
    entry made;         // where it is
};

compile_result compile_by(const ndw_compiler_api& compiler, const ndw_compile_request& request);

}  // namespace ndweave::code
