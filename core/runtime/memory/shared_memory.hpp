/// Device memory that two drivers have at once: what copies between devices of theirs go through that are one GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// device_tuning::shared_blocks blocks of device_tuning::shared_block_bytes.
class shared_memory {
public:
    /// Null where neither driver shows the other its memory, or the devices are not one.
    static std::unique_ptr<shared_memory> make(const std::shared_ptr<device_impl>& a,
                                               const std::shared_ptr<device_impl>& b);
    ~shared_memory();
    shared_memory(const shared_memory&) = delete;

    /// The block's address for `device`, one of the two.
    char* block(std::size_t index, const device_impl& device) const;

private:
    shared_memory(std::shared_ptr<device_impl> owner, std::shared_ptr<device_impl> guest, void* own, void* imported);
    static std::unique_ptr<shared_memory> share(const std::shared_ptr<device_impl>& owner,
                                                const std::shared_ptr<device_impl>& guest);
    bool is_one_memory() const;

    const std::shared_ptr<device_impl> owner_, guest_;
    char *const own_, *const imported_;
};

/// Memory of two devices that nobody else uses until it is given back.
class shared_memory_lease {
public:
    shared_memory_lease(const std::shared_ptr<device_impl>& a, const std::shared_ptr<device_impl>& b);
    ~shared_memory_lease();
    shared_memory_lease(const shared_memory_lease&) = delete;

    /// False: the devices share none.
    explicit operator bool() const { return memory_ != nullptr; }
    const shared_memory& operator*() const { return *memory_; }

private:
    const std::pair<const device_impl*, const device_impl*> devices_;
    std::unique_ptr<shared_memory> memory_;
};

}  // namespace ndweave::detail
