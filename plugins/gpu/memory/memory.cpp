#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"
#include "gpu/status.hpp"
#include "gpu/tuning.hpp"

namespace ndweave::gpu {
namespace {

constexpr std::uint64_t natural_alignment = 256;   // of every allocation of the drivers
constexpr std::uint64_t page_multiple = 2u << 20;  // allocations of whole large pages start on one

int allocate_device(ndw_device& device, std::uint64_t bytes, std::uint64_t alignment, void** pointer) {
    if (alignment > natural_alignment) {
        const std::uint64_t pages = (bytes + page_multiple - 1) / page_multiple;
        return driver.alloc_device(pointer, pages * page_multiple);
    }
    if (device.pool.allocate(bytes, pointer)) return 0;
    device.pool.trim();  // its retained memory may suffice
    return driver.alloc_device(pointer, bytes);
}

int allocate(ndw_device& device, std::uint32_t kind, std::uint64_t bytes, std::uint64_t alignment, void** pointer) {
    switch (kind) {
        case NDW_MEMORY_HOST:
            return driver.alloc_host(pointer, bytes, 0);
        case NDW_MEMORY_SHARED:
            return driver.alloc_managed(pointer, bytes, managed_attach_global);
        default:
            return allocate_device(device, bytes, alignment, pointer);
    }
}

const char* name_of(std::uint32_t kind) {
    return kind == NDW_MEMORY_HOST ? "host" : kind == NDW_MEMORY_SHARED ? "shared" : "device";
}

int out_of_memory(std::uint32_t kind, std::uint64_t bytes) {
    std::size_t free = 0, total = 0;
    std::string text =
        std::string("allocating ") + std::to_string(bytes) + " bytes of " + name_of(kind) + " memory failed";
    if (!driver.memory_info(&free, &total)) {
        text += ": " + std::to_string(free) + " of the device's " + std::to_string(total) + " bytes are free";
    }
    return fail(NDW_OUT_OF_MEMORY, std::move(text));
}

int release(ndw_device& device, void* pointer, std::uint32_t kind) {
    if (kind == NDW_MEMORY_HOST) return driver.free_host(pointer);
    int code = 0;
    if (device.pool.free(pointer, &code) || device.exported.free(pointer, &code)) return code;
    return driver.free_device(pointer);
}

/// `rows` patterns of 8 or 16 bytes as interleaved columns of words.
int fill_columns(void* stream, char* to, const std::uint32_t* words, std::size_t columns, std::size_t rows) {
    for (std::size_t column = 0; column < columns; ++column) {
        char* first = to + column * 4;
        const int code = rows == 1 ? driver.set_32(first, words[column], 1, stream)
                                   : this_vendor.set_strided(first, columns * 4, words[column], rows, stream);
        if (code) return code;
    }
    return 0;
}

/// Wide patterns: a seed, then copies of the filled part, each twice as long as the one before.
int fill_wide(void* stream, char* to, const std::uint32_t* words, std::size_t pattern_bytes, std::uint64_t count) {
    const std::uint64_t seed = this_vendor.set_strided ? tuning::fill_seed_patterns : 1;  // patterns
    const std::uint64_t total = pattern_bytes * count;
    if (const int code = fill_columns(stream, to, words, pattern_bytes / 4, std::min(seed, count))) return code;
    for (std::uint64_t done = pattern_bytes * std::min(seed, count); done < total; done *= 2) {
        if (const int code = this_vendor.copy_async(to + done, to, std::min(done, total - done), stream)) return code;
    }
    return 0;
}

bool all_equal(const std::uint32_t* words, std::size_t count) {
    return std::all_of(words, words + count, [&](std::uint32_t word) { return word == words[0]; });
}

int fill_pattern(void* stream, void* to, const void* pattern, std::uint64_t bytes, std::uint64_t count) {
    std::uint32_t words[4] = {};
    std::memcpy(words, pattern, bytes);
    switch (bytes) {
        case 1:
            return driver.set_8(to, static_cast<std::uint8_t>(words[0]), count, stream);
        case 2:
            return driver.set_16(to, static_cast<std::uint16_t>(words[0]), count, stream);
        case 4:
            return driver.set_32(to, words[0], count, stream);
        default:
            break;
    }
    if (all_equal(words, bytes / 4)) return driver.set_32(to, words[0], count * (bytes / 4), stream);
    return fill_wide(stream, static_cast<char*>(to), words, bytes, count);
}

}  // namespace

int memory_alloc(ndw_device* device, std::uint32_t kind, std::uint64_t bytes, std::uint64_t alignment, void** pointer) {
    if (const int status = enter(device)) return status;
    void* result = nullptr;
    const int code = allocate(*device, kind, bytes, alignment, &result);
    if (code && status_of(code) == NDW_OUT_OF_MEMORY) return out_of_memory(kind, bytes);
    if (const int status = check(code, "allocating memory")) return status;
    if (reinterpret_cast<std::uintptr_t>(result) % alignment != 0) {
        release(*device, result, kind);
        return fail(NDW_UNSUPPORTED, "the driver gives no memory aligned to " + std::to_string(alignment) + " bytes");
    }
    *pointer = result;
    return NDW_OK;
}

int memory_free(ndw_device* device, void* pointer, std::uint32_t kind) {
    if (const int status = enter(device)) return status;
    return check(release(*device, pointer, kind), "freeing memory");
}

int copy(ndw_queue* queue, void* to, const void* from, std::uint64_t bytes) {
    if (const int status = enter(queue->device)) return status;
    return check(this_vendor.copy_async(to, from, bytes, queue->stream), "copying memory");
}

int fill(ndw_queue* queue, void* to, const void* pattern, std::uint64_t pattern_bytes, std::uint64_t count) {
    if (const int status = enter(queue->device)) return status;
    return check(fill_pattern(queue->stream, to, pattern, pattern_bytes, count), "filling memory");
}

int memory_is_pageable(ndw_device* device, const void* pointer, std::uint32_t* is_pageable) {
    if (const int status = enter(device)) return status;
    *is_pageable = this_vendor.is_pageable && this_vendor.is_pageable(pointer) ? 1 : 0;
    return NDW_OK;
}

int memory_export(ndw_device* device, std::uint64_t bytes, void** pointer, std::int32_t* descriptor) {
    if (!this_vendor.export_memory) return fail(NDW_UNSUPPORTED, "the driver shares no memory with others");
    if (const int status = enter(device)) return status;
    return check(device->exported.allocate(device->ordinal, bytes, pointer, descriptor), "allocating shared memory");
}

}  // namespace ndweave::gpu
