/// Kernels that outlive the program's own.
#pragma once

#include <string>

#include "ndweave/detail/kernel.hpp"

namespace ndweave::detail {

/// A copy of a kernel with name and bitcode, and all that they are, for threads that the program may unload it beside.
/// Sets of specialization constants live as long as the process.
class owned_kernel {
public:
    /// Pre: the kernel has a name and bitcode.
    explicit owned_kernel(const kernel_record& k)
        : name_(k.name),
          source_name_(k.source_name),
          hash_(k.hash),
          bitcode_(static_cast<const char*>(k.bitcode), k.bitcode_size),
          record_(k) {
        record_.name = name_.c_str();
        record_.hash = hash_.c_str();
        record_.bitcode = bitcode_.data();
        record_.source_name = source_name_.c_str();
    }
    owned_kernel(const owned_kernel&) = delete;
    owned_kernel& operator=(const owned_kernel&) = delete;

    const kernel_record& record() const { return record_; }

private:
    const std::string name_, source_name_, hash_, bitcode_;
    kernel_record record_;
};

}  // namespace ndweave::detail
