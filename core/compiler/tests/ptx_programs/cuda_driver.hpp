/// The first GPU by way of CUDA's driver, with as few calls as it takes to assemble PTX and run it: the plugin's driver
/// (plugins/cuda) hands on code of the kernel compiler only.
#pragma once

#include <stdexcept>
#include <string>

#include "ptx_program.hpp"

namespace ndweave::compiler::testing {

/// What the driver says of a text that it does not assemble.
struct not_assembled : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class cuda_driver {
public:
    /// Throws std::runtime_error where there is no driver, or no GPU that runs code for sm_90.
    cuda_driver();
    cuda_driver(const cuda_driver&) = delete;
    // The process ends with it: nothing is given back.

    std::string name() const;  // of GPU and driver

    /// A module; throws not_assembled.
    class module {
    public:
        module(const cuda_driver&, const std::string& ptx);
        module(const module&) = delete;
        ~module();

        /// Runs kernel "k<index>" on all threads, and waits.
        ptx_memory run(unsigned index, const ptx_memory&) const;

    private:
        void* handle_ = nullptr;
        const cuda_driver& driver_;
    };

private:
    std::uint64_t in_ = 0, out_ = 0;  // addresses of a ptx_memory each
    int device_ = 0;
};

}  // namespace ndweave::compiler::testing
