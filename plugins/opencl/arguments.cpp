#include "opencl/arguments.hpp"

#include <cstring>
#include <string>

#include "opencl/device.hpp"
#include "opencl/error.hpp"

namespace ndweave::opencl {
namespace {

int part_of_buffer(const location& found, cl_uint index, cl_mem& part) {
    const cl_buffer_region region{found.offset, found.in.bytes - found.offset};
    cl_int error = CL_SUCCESS;
    part = cl.clCreateSubBuffer(found.in.buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    if (error == CL_MISALIGNED_SUB_BUFFER_OFFSET) {
        return fail(NDW_UNSUPPORTED,
                    "argument " + std::to_string(index) + " points " + std::to_string(found.offset) +
                        " bytes into an allocation, which this device without shared virtual memory cannot pass; "
                        "capture the allocation's start and an index");
    }
    return check(error, "clCreateSubBuffer");
}

/// Without SVM a pointer is its allocation's buffer, or the part of it that starts at the pointer, which is of this
/// launch only (`stays` becomes false).
int set_buffer(const ndw_device& d, cl_kernel kernel, cl_uint index, const void* pointer, sub_buffers& made,
               bool& stays) {
    cl_mem argument = nullptr;
    if (pointer) {
        const auto found = d.memory.find(pointer);
        if (!found) {
            return fail(NDW_INVALID, "argument " + std::to_string(index) +
                                         " points to no memory of this device, which has no shared virtual memory: use "
                                         "malloc_device");
        }
        argument = found->in.buffer;
        if (found->offset) {
            if (const int status = part_of_buffer(*found, index, argument)) return status;
            made.add(argument);
            stays = false;
        }
    }
    NDWEAVE_OPENCL_TRY(clSetKernelArg, kernel, index, sizeof argument, &argument);
    return NDW_OK;
}

int set_argument(const ndw_device& d, cl_kernel kernel, cl_uint index, const ndw_argument& a, sub_buffers& made,
                 bool& stays) {
    if (a.kind != NDW_ARGUMENT_POINTER) {
        NDWEAVE_OPENCL_TRY(clSetKernelArg, kernel, index, a.size, a.kind == NDW_ARGUMENT_LOCAL ? nullptr : a.data);
        return NDW_OK;
    }
    const void* const pointer = *static_cast<void* const*>(a.data);
    if (!d.svm) return set_buffer(d, kernel, index, pointer, made, stays);
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

int kernel_arguments::set(const ndw_device& d, cl_kernel kernel, const ndw_argument* arguments, std::uint32_t count,
                          sub_buffers& made) {
    forget_pointers_if_memory_was_freed(d);
    set_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        argument& known = set_[i];
        if (known.is(arguments[i])) continue;
        known.kind = 0;
        bool stays = true;
        if (const int status = set_argument(d, kernel, i, arguments[i], made, stays)) return status;
        if (stays) known.becomes(arguments[i]);
    }
    return NDW_OK;
}

}  // namespace ndweave::opencl
