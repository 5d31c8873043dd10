/// Kernels given as IR text, and requests for them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/abi.h"
#include "support/temporary_folder.hpp"

namespace ndweave::compiler::testing {

/// A kernel `@kernel(ptr functor)` written as IR text, as the runtime would hold it, with a request to vary.
class ir_kernel {
public:
    /// Throws std::runtime_error where `text` does not parse. Declarations of the builtins are added.
    explicit ir_kernel(const std::string& text);

    ir_kernel(const ir_kernel&) = delete;
    ir_kernel& operator=(const ir_kernel&) = delete;

    ndw_compile_request request{};

private:
    std::string bitcode_;
    std::string hash_;
};

/// A directory of its own for the disk cache while it lives, named in NDWEAVE_CACHE_DIR and removed afterwards.
class own_cache {
public:
    own_cache();
    ~own_cache();

    std::string path() const { return folder_.path(); }

private:
    const support::temporary_folder folder_;
    std::string outer_;
};

/// The module after a step of the pipeline ("optimise"), as NDWEAVE_DUMP_IR shows it; compiled anew. Throws
/// std::runtime_error where the kernel is refused or there is no such step.
std::string ir_after(const std::string& step, const ir_kernel& kernel);

}  // namespace ndweave::compiler::testing
