/// Device memory that processes of one machine share, after sycl_ext_oneapi_inter_process_communication.
#pragma once

#include <array>
#include <cstddef>

#include "ndweave/detail/export.hpp"

namespace ndweave {
class device;
class queue;
}  // namespace ndweave

namespace ndweave::ext::ipc_memory {

/// Names memory to other processes, which may send it to each other as they like.
struct handle {
    std::array<std::byte, 64> bytes;
};

/// Whether memory of the device can be shared so.
NDWEAVE_EXPORT bool is_available(const device&);

/// What other processes open. `memory` begins an allocation of malloc_device with an alignment of 4096 bytes or more;
/// the handle is valid until it is freed. Throws errc::feature_not_supported where the device cannot, errc::invalid
/// for other memory, as far as the driver notices.
NDWEAVE_EXPORT handle get(void* memory, const queue&);

/// Memory of another process, of the queue's device or one that it can access: for kernels and copies of the queue's
/// device. Throws as `get`, and errc::runtime where the driver refuses, as for a handle of this process.
NDWEAVE_EXPORT void* open(const handle&, const queue&);

/// Ends what `open` began. Pre: no command uses the memory any more.
NDWEAVE_EXPORT void close(void* memory, const queue&);

}  // namespace ndweave::ext::ipc_memory
