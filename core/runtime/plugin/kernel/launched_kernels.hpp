/// Which kernels a program launches on a device, kept from one run to the next.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "ndweave/plugin.h"
#include "runtime/kernel/kernel_variant.hpp"
#include "runtime/plugin/kernel/modules.hpp"

namespace ndweave::detail {

/// A variant of the kernel whose bitcode has this hash, 64 hexadecimal digits.
struct launched_kernel {
    std::string hash;
    ndw_kernel_variant variant;

    bool operator==(const launched_kernel&) const = default;
};

/// The list is kept in the cache of binaries. Thread-safe.
class launched_kernels {
public:
    /// Of this program on that device. All three live as long as the object.
    launched_kernels(const ndw_plugin&, const ndw_device_info&, const binary_store& binaries);

    /// Those that earlier runs launched, the first one first. Reads the list, which is called for once; what this run
    /// launches is kept from then on.
    std::vector<launched_kernel> of_earlier_runs();

    /// This run launches it. Where there are device_tuning::max_preloaded_kernels, it takes the place of the first that
    /// this run has not launched.
    void add(const launched_kernel&);

private:
    struct known_kernel {
        launched_kernel kernel;
        bool in_this_run;
    };
    void add_locked(const launched_kernel&);
    bool make_room();
    std::string encoded() const;

    const ndw_plugin& plugin_;
    const ndw_device_info& info_;
    const binary_store& binaries_;
    std::mutex mutex_;
    std::string identity_;  // of the list; empty: it has not been read
    std::vector<known_kernel> known_;
};

}  // namespace ndweave::detail
