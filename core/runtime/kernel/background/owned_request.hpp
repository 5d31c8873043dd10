/// Requests that outlive the program's kernels.
#pragma once

#include <string>
#include <vector>

#include "runtime/kernel/background/owned_kernel.hpp"
#include "runtime/kernel/captures/captured_values.hpp"
#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave::detail {

/// A request with all that it points to, the program's SYCL_EXTERNAL functions too, for threads that the program may
/// unload its kernels beside.
class owned_request {
public:
    /// `captures`: constants of the code.
    owned_request(const kernel_record& kernel, const ndw_kernel_variant& variant,
                  std::vector<captured_value> captures = {});
    owned_request(const owned_request&) = delete;
    owned_request& operator=(const owned_request&) = delete;

    const kernel_record& kernel() const { return kernel_.record(); }
    const ndw_kernel_variant& variant() const { return variant_; }
    const std::vector<captured_value>& captures() const { return captures_; }

    /// For the CPU. Throws as compile_kernel().
    compiled_kernel compile() const;

private:
    struct external {
        std::string name, hash, bitcode;
    };

    const owned_kernel kernel_;
    const ndw_kernel_variant variant_;
    const std::vector<captured_value> captures_;
    std::vector<external> externals_;
};

}  // namespace ndweave::detail
