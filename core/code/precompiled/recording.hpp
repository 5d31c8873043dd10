/// What a run asked the kernel compiler for: enough to ask for it again, elsewhere and for other processors, without
/// the program.
///
/// NDWEAVE_RECORD_KERNELS names a file, to which each process appends what it asks for, once, as it goes:
///
///     magic "NDWASKS1" · length · request, and so on; integers are little-endian 64-bit
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/abi.h"

namespace ndweave::code::precompiled {

/// A request that owns what it names.
struct recorded_request {
    struct constant {
        std::uint64_t key = 0;
        std::string value;
    };
    struct capture {
        std::uint64_t offset = 0;
        std::string value;
    };
    struct external {
        std::string name, bitcode, hash;
    };

    ndw_kernel_variant variant{};
    std::string kernel_name, bitcode, bitcode_hash, arch;
    std::uint64_t functor_size = 0;
    std::vector<constant> constants;
    std::vector<capture> captures;
    std::vector<external> externals;
};

/// The same request over the compiler's ABI.
class request_view {
public:
    /// Pre: `from` outlives it. `arch` goes in place of the recorded one where it is not empty.
    request_view(const recorded_request& from, const std::string& arch);
    request_view(const request_view&) = delete;
    request_view& operator=(const request_view&) = delete;

    const ndw_compile_request& get() const { return request_; }

private:
    ndw_compile_request request_{};
    std::vector<ndw_constant> constants_;
    std::vector<ndw_captured_value> captures_;
    std::vector<ndw_external_function> externals_;
};

/// Appends to the file that NDWEAVE_RECORD_KERNELS names, if it does, what was not appended before. What cannot be
/// written is left out (the variable's report says so).
void record(const ndw_compile_request& request);

/// Throws std::runtime_error, with the reason, where the file cannot be read or is no recording. What a process that
/// was killed has left of its last request is left out.
std::vector<recorded_request> read_recording(const std::string& file);

}  // namespace ndweave::code::precompiled
