#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"

namespace ndweave::gpu {
namespace {

// CUmem_advise and hipMemoryAdvise: mappings; what ends read-only copies, a preferred place and mappings.
constexpr int accessed_by = 5, endings[] = {2, 4, 6};

int take_back_advice(const ndw_device& device, const void* pointer, std::uint64_t bytes) {
    for (const int ending : endings) {
        if (const int code = driver.advise(pointer, bytes, ending, device.ordinal)) return code;
    }
    return 0;
}

}  // namespace

int memory_prefetch(ndw_queue* queue, const void* pointer, std::uint64_t bytes) {
    const ndw_device& device = *queue->device;
    if (!device.migrates) return NDW_OK;
    if (const int status = enter(&device)) return status;
    return check(driver.prefetch(pointer, bytes, device.ordinal, queue->stream), "prefetching memory");
}

int memory_advise(ndw_queue* queue, const void* pointer, std::uint64_t bytes, std::int32_t advice) {
    const ndw_device& device = *queue->device;
    if (!device.migrates) return NDW_OK;
    if (const int status = enter(&device)) return status;
    const int own = advice == NDW_ADVICE_ACCESS_IN_PLACE ? accessed_by : advice;
    return check(
        own == 0 ? take_back_advice(device, pointer, bytes) : driver.advise(pointer, bytes, own, device.ordinal),
        "giving advice about memory");
}

}  // namespace ndweave::gpu
