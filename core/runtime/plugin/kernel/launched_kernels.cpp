#include "runtime/plugin/kernel/launched_kernels.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/device/device_tuning.hpp"
#include "runtime/environment/program_identity.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t hash_digits = 64;
constexpr std::size_t kernel_bytes = hash_digits + sizeof(ndw_kernel_variant);

std::string identity_of(const ndw_plugin& plugin, const ndw_device_info& info) {
    return std::string("launched kernels\nprogram ") + program_identity() + "\nbackend " + plugin.backend +
           "\ndevice " + info.name + "\narch " + info.arch + "\ndriver " + info.driver_version;
}

std::vector<launched_kernel> decode(const std::string& bytes) {
    std::vector<launched_kernel> kernels;
    if (bytes.size() % kernel_bytes != 0) return kernels;
    for (std::size_t at = 0; at < bytes.size(); at += kernel_bytes) {
        launched_kernel& k = kernels.emplace_back();
        k.hash = bytes.substr(at, hash_digits);
        std::memcpy(&k.variant, bytes.data() + at + hash_digits, sizeof k.variant);
    }
    return kernels;
}

}  // namespace

launched_kernels::launched_kernels(const ndw_plugin& plugin, const ndw_device_info& info, const binary_store& binaries)
    : plugin_(plugin), info_(info), binaries_(binaries) {}

std::vector<launched_kernel> launched_kernels::of_earlier_runs() {
    const std::string identity = identity_of(plugin_, info_);
    std::vector<launched_kernel> earlier = decode(binaries_.load(identity).value_or(std::string()));
    const std::lock_guard lock(mutex_);
    identity_ = identity;
    const std::vector<known_kernel> meanwhile = std::exchange(known_, {});
    for (const launched_kernel& k : earlier) known_.push_back({k, false});
    for (const known_kernel& k : meanwhile) add_locked(k.kernel);
    return earlier;
}

void launched_kernels::add(const launched_kernel& kernel) {
    const std::lock_guard lock(mutex_);
    add_locked(kernel);
}

void launched_kernels::add_locked(const launched_kernel& kernel) {
    const auto known = std::ranges::find(known_, kernel, &known_kernel::kernel);
    if (known != known_.end()) {
        known->in_this_run = true;
    } else if (kernel.hash.size() == hash_digits && make_room()) {
        known_.push_back({kernel, true});
        if (!identity_.empty()) binaries_.store(identity_, encoded());
    }
}

bool launched_kernels::make_room() {
    if (known_.size() < device_tuning::max_preloaded_kernels) return true;
    const auto unused = std::ranges::find(known_, false, &known_kernel::in_this_run);
    if (unused == known_.end()) return false;
    known_.erase(unused);
    return true;
}

std::string launched_kernels::encoded() const {
    std::string bytes;
    for (const known_kernel& k : known_) {
        bytes += k.kernel.hash;
        bytes.append(reinterpret_cast<const char*>(&k.kernel.variant), sizeof k.kernel.variant);
    }
    return bytes;
}

}  // namespace ndweave::detail
