#include "opencl/memory/memory.hpp"

#include <sys/mman.h>

#include <cstring>

#include "opencl/device/device.hpp"
#include "opencl/error.hpp"
#include "opencl/queue.hpp"
#include "opencl/tuning.hpp"

namespace ndweave::opencl {
namespace {

constexpr std::uint64_t svm_alignment = 128;  // of OpenCL's largest type, long16: the maximum of clSVMAlloc

std::uintptr_t round_up(std::uintptr_t value, std::uint64_t alignment) {
    return (value + alignment - 1) & ~(alignment - 1);
}

/// Requests huge pages if the driver allocates from the process's memory, to save TLB misses. A hint only: failures do
/// not matter.
void advise_huge_pages(std::uintptr_t begin, std::uint64_t bytes) {
    const std::uintptr_t first = round_up(begin, tuning::huge_page_bytes),
                         end = (begin + bytes) & ~(tuning::huge_page_bytes - 1);
    if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

int out_of_memory(std::uint64_t bytes) {
    return fail(NDW_OUT_OF_MEMORY, "the device has no " + std::to_string(bytes) + " bytes left");
}

int allocate_svm(ndw_device* d, std::uint32_t kind, std::uint64_t bytes, std::uint64_t alignment, allocation& a) {
    const cl_svm_mem_flags flags = CL_MEM_READ_WRITE | (kind == NDW_MEMORY_DEVICE ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER);
    const std::uint64_t slack = alignment > svm_alignment ? alignment - svm_alignment : 0;
    const std::lock_guard lock(d->svm_mutex);
    a.svm = cl.clSVMAlloc(d->context, flags, bytes + slack, svm_alignment);
    if (!a.svm) return out_of_memory(bytes);
    if (d->is_cpu) advise_huge_pages(reinterpret_cast<std::uintptr_t>(a.svm), bytes + slack);
    a.begin = round_up(reinterpret_cast<std::uintptr_t>(a.svm), alignment);
    cl_int error = CL_SUCCESS;
    a.buffer = cl.clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, a.lead() + bytes, a.svm, &error);
    if (error != CL_SUCCESS) cl.clSVMFree(d->context, a.svm);
    return check(error, "clCreateBuffer of shared virtual memory");
}

/// The addresses are reserved and inaccessible: a stray access by the program faults. One more than the bytes, so that
/// the end of an allocation is not the start of another.
constexpr std::uint64_t addresses_of(std::uint64_t bytes) { return bytes + 1; }

int reserve_addresses(std::uint64_t bytes, allocation& a) {
    void* addresses = mmap(nullptr, addresses_of(bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (addresses == MAP_FAILED) return out_of_memory(bytes);
    a.begin = reinterpret_cast<std::uintptr_t>(addresses);
    return NDW_OK;
}

int allocate_buffer(ndw_device* d, std::uint64_t bytes, allocation& a) {
    cl_int error = CL_SUCCESS;
    a.buffer = cl.clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    if (const int status = check(error, "clCreateBuffer")) return status;
    const int reserved = reserve_addresses(bytes, a);
    if (reserved) cl.clReleaseMemObject(a.buffer);
    return reserved;
}

/// The source of a copy from the device to host memory that is small enough for a blocking read. Drivers execute
/// non-blocking reads on their own thread: with NVIDIA's that takes 40 microseconds, a blocking one 5.
std::optional<location> blocking_read(const ndw_queue& q, void* to, const void* from, std::uint64_t bytes) {
    if (bytes > tuning::max_blocking_read_bytes || q.device->memory.find(to)) return std::nullopt;
    return q.device->memory.find(from);
}

int read_now(ndw_queue* q, void* to, const location& from, std::uint64_t bytes) {
    NDWEAVE_OPENCL_TRY(clEnqueueReadBuffer, q->queue, from.in.buffer, CL_TRUE, from.in_buffer(), bytes, to, 0, nullptr,
                       nullptr);
    q->idle = true;
    q->may_use_svm = false;
    return NDW_OK;
}

int copy_svm(ndw_queue* q, void* to, const void* from, std::uint64_t bytes) {
    NDWEAVE_OPENCL_TRY(clEnqueueSVMMemcpy, q->queue, CL_FALSE, to, from, bytes, 0, nullptr, nullptr);
    return NDW_OK;
}

/// A copy within host memory, for which OpenCL without SVM has no command: the calling thread executes it after the
/// queue's work.
int copy_on_host(ndw_queue* q, void* to, const void* from, std::uint64_t bytes) {
    NDWEAVE_OPENCL_TRY(clFinish, q->queue);
    std::memcpy(to, from, bytes);
    return NDW_OK;
}

int copy_buffers(ndw_queue* q, void* to, const void* from, std::uint64_t bytes) {
    const auto target = q->device->memory.find(to), source = q->device->memory.find(from);
    if (target && source) {
        NDWEAVE_OPENCL_TRY(clEnqueueCopyBuffer, q->queue, source->in.buffer, target->in.buffer, source->in_buffer(),
                           target->in_buffer(), bytes, 0, nullptr, nullptr);
    } else if (target) {
        NDWEAVE_OPENCL_TRY(clEnqueueWriteBuffer, q->queue, target->in.buffer, CL_FALSE, target->in_buffer(), bytes,
                           from, 0, nullptr, nullptr);
    } else if (source) {
        NDWEAVE_OPENCL_TRY(clEnqueueReadBuffer, q->queue, source->in.buffer, CL_FALSE, source->in_buffer(), bytes, to,
                           0, nullptr, nullptr);
    } else {
        return copy_on_host(q, to, from, bytes);
    }
    return NDW_OK;
}

/// The end of a copy that is another driver's memory, if one is.
std::optional<location> imported_end(const ndw_device& d, const void* to, const void* from) {
    if (!d.imports.any()) return std::nullopt;
    for (const void* const end : {to, from}) {
        if (const auto found = d.memory.find(end); found && found->in.imported) return found;
    }
    return std::nullopt;
}

int copy_imported(ndw_queue* q, const location& imported, void* to, const void* from, std::uint64_t bytes) {
    const importer& imports = q->device->imports;
    if (const int status = imports.acquire(q->queue, imported.in.buffer)) return status;
    const int copied = copy_buffers(q, to, from, bytes);
    const int given_back = imports.give_back(q->queue, imported.in.buffer);
    return copied ? copied : given_back;
}

}  // namespace

int memory_alloc(ndw_device* d, std::uint32_t kind, std::uint64_t bytes, std::uint64_t alignment, void** pointer) {
    if (kind != NDW_MEMORY_DEVICE && !d->fine_grained) {
        return fail(NDW_UNSUPPORTED, "the device has no fine-grained shared virtual memory");
    }
    if (bytes > d->memory_bytes) return out_of_memory(bytes);  // some drivers check only on first use
    allocation a;
    a.bytes = bytes;
    if (const int status = d->svm ? allocate_svm(d, kind, bytes, alignment, a) : allocate_buffer(d, bytes, a))
        return status;
    d->memory.insert(a);
    *pointer = reinterpret_cast<void*>(a.begin);
    return NDW_OK;
}

int memory_free(ndw_device* d, void* pointer, std::uint32_t) {
    const auto a = d->memory.take(pointer);
    if (!a) return fail(NDW_INVALID, "no allocation of this device starts there");
    if (!a->svm) munmap(pointer, addresses_of(a->bytes));
    const int finished = a->svm ? finish_naming_launches(*d) : NDW_OK;
    if (a->imported) {
        d->imports.release(a->buffer);
        return NDW_OK;
    }
    const std::lock_guard lock(d->svm_mutex);
    const int released = check(cl.clReleaseMemObject(a->buffer), "clReleaseMemObject");
    if (a->svm) cl.clSVMFree(d->context, a->svm);
    return finished ? finished : released;
}

int copy(ndw_queue* q, void* to, const void* from, std::uint64_t bytes) {
    const std::lock_guard lock(q->mutex);
    if (const auto imported = imported_end(*q->device, to, from)) {
        const int status = copy_imported(q, *imported, to, from, bytes);
        return status ? status : flush(q);
    }
    if (const auto read = blocking_read(*q, to, from, bytes)) return read_now(q, to, *read, bytes);
    if (const int status = q->device->svm ? copy_svm(q, to, from, bytes) : copy_buffers(q, to, from, bytes))
        return status;
    return flush(q);
}

int fill(ndw_queue* q, void* to, const void* pattern, std::uint64_t pattern_bytes, std::uint64_t count) {
    const std::lock_guard lock(q->mutex);
    if (q->device->svm) {
        NDWEAVE_OPENCL_TRY(clEnqueueSVMMemFill, q->queue, to, pattern, pattern_bytes, pattern_bytes * count, 0, nullptr,
                           nullptr);
    } else {
        const auto target = q->device->memory.find(to);
        if (!target) return fail(NDW_INVALID, "what is to be filled is no memory of this device");
        NDWEAVE_OPENCL_TRY(clEnqueueFillBuffer, q->queue, target->in.buffer, pattern, pattern_bytes, target->offset,
                           pattern_bytes * count, 0, nullptr, nullptr);
    }
    return flush(q);
}

int memory_native(ndw_device* d, const void* pointer, void** handle, std::uint64_t* offset) {
    const auto found = d->memory.find(pointer);
    if (!found) return fail(NDW_INVALID, "the pointer is into no memory of this device");
    *handle = found->in.buffer;
    *offset = found->in.lead() + found->offset;
    return NDW_OK;
}

int memory_is_pageable(ndw_device* d, const void* pointer, std::uint32_t* is_pageable) {
    *is_pageable = !d->shares_host && !d->memory.find(pointer) && !d->pinned.contain(pointer) ? 1 : 0;
    return NDW_OK;
}

int memory_pin(ndw_device* d, void* pointer, std::uint64_t bytes) {
    if (d->shares_host) return fail(NDW_UNSUPPORTED, "the device's memory is the host's");
    return d->pinned.add(d->context, pointer, bytes);
}

int memory_unpin(ndw_device* d, void* pointer) { return d->pinned.remove(pointer); }

int memory_import(ndw_device* d, std::int32_t descriptor, std::uint64_t bytes, void** pointer) {
    allocation a;
    a.bytes = bytes;
    a.imported = true;
    if (const int status = reserve_addresses(bytes, a)) return status;
    *pointer = reinterpret_cast<void*>(a.begin);
    if (const int status = d->imports.import(d->context, descriptor, bytes, &a.buffer)) {
        munmap(*pointer, addresses_of(bytes));
        return status;
    }
    d->memory.insert(a);
    return NDW_OK;
}

int memory_prefetch(ndw_queue* q, const void* pointer, std::uint64_t bytes) {
    if (!q->device->migrates) return NDW_OK;
    const std::lock_guard lock(q->mutex);
    const std::size_t size = bytes;
    NDWEAVE_OPENCL_TRY(clEnqueueSVMMigrateMem, q->queue, 1, &pointer, &size, 0, 0, nullptr, nullptr);
    return flush(q);
}

}  // namespace ndweave::opencl
