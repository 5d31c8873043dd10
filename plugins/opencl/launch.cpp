#include <vector>

#include "opencl/device.hpp"
#include "opencl/error.hpp"
#include "opencl/module.hpp"
#include "opencl/queue.hpp"

namespace ndweave::opencl {
namespace {

/// Sub-buffers made for one launch: the driver keeps them for as long as the kernel runs.
class sub_buffers {
public:
    sub_buffers() = default;
    sub_buffers(const sub_buffers&) = delete;
    ~sub_buffers() {
        for (cl_mem m : all_) cl.clReleaseMemObject(m);
    }
    void add(cl_mem m) { all_.push_back(m); }

private:
    std::vector<cl_mem> all_;
};

/// Without SVM a pointer is its allocation's buffer, or the part of it that starts at the pointer.
int set_buffer(const ndw_device& d, cl_kernel kernel, cl_uint index, const void* pointer, sub_buffers& made) {
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
            const cl_buffer_region region{found->offset, found->in.bytes - found->offset};
            cl_int error = CL_SUCCESS;
            argument = cl.clCreateSubBuffer(found->in.buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
                                            &error);
            if (error == CL_MISALIGNED_SUB_BUFFER_OFFSET) {
                return fail(
                    NDW_UNSUPPORTED,
                    "argument " + std::to_string(index) + " points " + std::to_string(found->offset) +
                        " bytes into an allocation, which this device without shared virtual memory cannot pass; "
                        "capture the allocation's start and an index");
            }
            if (const int status = check(error, "clCreateSubBuffer")) return status;
            made.add(argument);
        }
    }
    NDWEAVE_OPENCL_TRY(clSetKernelArg, kernel, index, sizeof argument, &argument);
    return NDW_OK;
}

int set_pointer(const ndw_device& d, cl_kernel kernel, cl_uint index, const void* pointer, sub_buffers& made) {
    if (!d.svm) return set_buffer(d, kernel, index, pointer, made);
    NDWEAVE_OPENCL_TRY(clSetKernelArgSVMPointer, kernel, index, pointer);
    return NDW_OK;
}

int set_argument(const ndw_device& d, cl_kernel kernel, cl_uint index, const ndw_argument& a, sub_buffers& made) {
    if (a.kind == NDW_ARGUMENT_POINTER) return set_pointer(d, kernel, index, *static_cast<void* const*>(a.data), made);
    NDWEAVE_OPENCL_TRY(clSetKernelArg, kernel, index, a.size, a.kind == NDW_ARGUMENT_LOCAL ? nullptr : a.data);
    return NDW_OK;
}

/// Pointers inside structures and memory: the driver must know every allocation that the kernel may reach. NVIDIA's
/// takes 3 microseconds more for a launch of a kernel that was told.
int announce_svm(const ndw_device& d, ndw_kernel& k, const allocations::lock& lock) {
    const auto all = d.memory.svm_since(k.svm_generation, lock);
    if (!all || all->empty()) return NDW_OK;
    NDWEAVE_OPENCL_TRY(clSetKernelExecInfo, k.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, all->size() * sizeof(void*),
                       all->data());
    return NDW_OK;
}

}  // namespace

int launch(ndw_queue* queue, const ndw_launch* l) {
    const ndw_device& d = *queue->device;
    ndw_kernel& k = *l->kernel;
    std::size_t global[3], local[3];
    for (int axis = 0; axis < 3; ++axis) {
        local[axis] = l->local_range[axis];
        global[axis] = l->group_count[axis] * local[axis];
    }
    sub_buffers made;
    const std::lock_guard lock(k.mutex);
    for (std::uint32_t i = 0; i < l->argument_count; ++i) {
        if (const int status = set_argument(d, k.kernel, i, l->arguments[i], made)) return status;
    }
    // The driver refuses a launch that names an allocation which another thread has freed since it was named.
    allocations::lock none_goes;
    if (d.svm && !(l->flags & NDW_LAUNCH_DIRECT)) {
        none_goes = d.memory.hold();
        if (const int status = announce_svm(d, k, none_goes)) return status;
    }
    NDWEAVE_OPENCL_TRY(clEnqueueNDRangeKernel, queue->queue, k.kernel, 3, nullptr, global, local, 0, nullptr, nullptr);
    return flush(queue);
}

}  // namespace ndweave::opencl
