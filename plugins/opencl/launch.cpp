#include "opencl/device.hpp"
#include "opencl/error.hpp"
#include "opencl/module.hpp"
#include "opencl/queue.hpp"

namespace ndweave::opencl {
namespace {

/// Pointers inside structures and memory: the driver must know every allocation that the kernel may reach. NVIDIA's
/// takes 3 microseconds more for a launch of a kernel that was told. It keeps the list, so a kernel that was told once
/// must hear of every change, or a launch names memory that is gone.
int announce_svm(const ndw_device& d, ndw_kernel& k, const allocations::lock& lock) {
    const auto all = d.memory.svm_since(k.svm_generation, lock);
    if (!all || all->empty()) return NDW_OK;
    const cl_int error =
        cl.clSetKernelExecInfo(k.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, all->size() * sizeof(void*), all->data());
    if (error != CL_SUCCESS) k.svm_generation = 0;
    return check(error, "clSetKernelExecInfo");
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
    const std::lock_guard one_thread(queue->mutex);
    const std::lock_guard lock(k.mutex);
    if (const int status = k.arguments.set(d, k.kernel, l->arguments, l->argument_count)) return status;
    // The driver refuses a launch that names an allocation which another thread has freed since it was named.
    allocations::lock none_goes;
    if (d.svm && (k.svm_generation || !(l->flags & NDW_LAUNCH_DIRECT))) {
        none_goes = d.memory.hold();
        if (const int status = announce_svm(d, k, none_goes)) return status;
        queue->names_memory = true;
    }
    const cl_uint dimensions = global[2] > 1 ? 3 : global[1] > 1 ? 2 : 1;  // NVIDIA's driver is the faster the fewer
    NDWEAVE_OPENCL_TRY(clEnqueueNDRangeKernel, queue->queue, k.kernel, dimensions, nullptr, global, local, 0, nullptr,
                       nullptr);
    return flush(queue);
}

}  // namespace ndweave::opencl
