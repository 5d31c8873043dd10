/// Sets of specialization constants, and the records of kernels that are compiled with one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "compiler/abi.h"
#include "ndweave/detail/constants.hpp"
#include "ndweave/detail/kernel.hpp"

namespace ndweave::detail {

class constant_set {
public:
    using contents = std::map<std::uint64_t, std::vector<unsigned char>>;  // key, bytes of the value

    explicit constant_set(contents values) : values_(std::move(values)) {
        for (const auto& [key, bytes] : values_) view_.push_back({key, bytes.data(), bytes.size()});
    }
    constant_set(const constant_set&) = delete;
    constant_set& operator=(const constant_set&) = delete;

    const contents& values() const { return values_; }
    /// By key.
    const std::vector<ndw_constant>& view() const { return view_; }

private:
    const contents values_;
    std::vector<ndw_constant> view_;
};

/// Whether launches with these constants have an offset, behind their functor (detail/kernel.hpp).
bool has_offset(const constant_set*);

/// The record of the same kernel with these constants; as long as the process.
kernel_record& specialised_record(kernel_record&, const constant_set&);

/// Those of the kernel that runs on this thread in library mode; null: none.
extern constinit thread_local const constant_set* current_constants;

}  // namespace ndweave::detail
