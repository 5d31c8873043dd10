#include "opencl/kernel/arguments.hpp"

#include <cstring>
#include <string>

#include "opencl/device/device.hpp"
#include "opencl/error.hpp"

namespace ndweave::opencl {
namespace {

/// Without SVM a pointer is passed as its allocation's buffer and, as the next parameter, the byte offset.
int set_buffer(const ndw_device& d, cl_kernel kernel, cl_uint index, const void* pointer) {
    location at{};
    if (pointer) {
        const auto found = d.memory.find_or_end(pointer);
        if (!found) {
            return fail(NDW_INVALID, "argument " + std::to_string(index) +
                                         " points to no memory of this device, which has no shared virtual memory: use "
                                         "malloc_device");
        }
        at = *found;
    }
    const cl_ulong offset = at.offset;
    NDWEAVE_OPENCL_TRY(clSetKernelArg, kernel, index, sizeof at.in.buffer, &at.in.buffer);
    NDWEAVE_OPENCL_TRY(clSetKernelArg, kernel, index + 1, sizeof offset, &offset);
    return NDW_OK;
}

int set_argument(const ndw_device& d, cl_kernel kernel, cl_uint index, const ndw_argument& a) {
    if (a.kind != NDW_ARGUMENT_POINTER) {
        NDWEAVE_OPENCL_TRY(clSetKernelArg, kernel, index, a.size, a.kind == NDW_ARGUMENT_LOCAL ? nullptr : a.data);
        return NDW_OK;
    }
    const void* const pointer = *static_cast<void* const*>(a.data);
    if (!d.svm) return set_buffer(d, kernel, index, pointer);
    NDWEAVE_OPENCL_TRY(clSetKernelArgSVMPointer, kernel, index, pointer);
    return NDW_OK;
}

}  // namespace

bool kernel_arguments::argument::is(const ndw_argument& a) const {
    return kind == a.kind && size == a.size && (!a.data || std::memcmp(value.data(), a.data, size) == 0);
}

void kernel_arguments::argument::becomes(const ndw_argument& a) {
    kind = a.kind;
    size = a.size;
    if (const auto* bytes = static_cast<const std::byte*>(a.data)) value.assign(bytes, bytes + size);
}

void kernel_arguments::forget_pointers_if_memory_was_freed(const ndw_device& d) {
    const std::uint64_t frees = d.memory.frees();
    if (frees == frees_) return;
    frees_ = frees;
    for (argument& a : set_) {
        if (a.kind == NDW_ARGUMENT_POINTER) a.kind = 0;
    }
}

int kernel_arguments::set(const ndw_device& d, cl_kernel kernel, const ndw_argument* arguments, std::uint32_t count) {
    forget_pointers_if_memory_was_freed(d);
    set_.resize(count);
    cl_uint index = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        argument& known = set_[i];
        if (!known.is(arguments[i])) {
            known.kind = 0;
            if (const int status = set_argument(d, kernel, index, arguments[i])) return status;
            known.becomes(arguments[i]);
        }
        index += arguments[i].kind == NDW_ARGUMENT_POINTER && !d.svm ? 2 : 1;
    }
    return NDW_OK;
}

}  // namespace ndweave::opencl
