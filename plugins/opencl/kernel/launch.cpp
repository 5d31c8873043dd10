#include <vector>

#include "opencl/device/device.hpp"
#include "opencl/error.hpp"
#include "opencl/kernel/module.hpp"
#include "opencl/queue.hpp"

namespace ndweave::opencl {
namespace {

/// For pointers inside structures and memory: the driver must know every allocation that the kernel may access. With
/// NVIDIA's driver this adds 3 microseconds to each launch. The kernel keeps the list, so after the first time it must
/// be updated on every change, or a launch would refer to freed memory.
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
    extents global, local;
    for (int axis = 0; axis < 3; ++axis) {
        local[axis] = l->local_range[axis];
        global[axis] = l->group_count[axis] * local[axis];
    }
    const std::lock_guard one_thread(queue->mutex);
    const std::lock_guard lock(k.mutex);
    if (const int status = k.arguments.set(d, k.kernel, l->arguments, l->argument_count)) return status;
    // The driver rejects a launch whose list contains an allocation that another thread has freed in the meantime.
    allocations::lock svm_lock;
    if (d.svm && (k.svm_generation || !(l->flags & NDW_LAUNCH_DIRECT))) {
        svm_lock = d.memory.hold();
        if (const int status = announce_svm(d, k, svm_lock)) return status;
        queue->may_use_svm = true;
    }
    const cl_uint dimensions = global[2] > 1 ? 3 : global[1] > 1 ? 2 : 1;  // NVIDIA's driver is faster with fewer
    std::vector<cl_event> before;
    cl_event event = nullptr;
    if (d.serialized_grids) before = k.grids.before(queue->queue, global, local);
    NDWEAVE_OPENCL_TRY(clEnqueueNDRangeKernel, queue->queue, k.kernel, dimensions, nullptr, global.data(), local.data(),
                       static_cast<cl_uint>(before.size()), before.empty() ? nullptr : before.data(),
                       d.serialized_grids ? &event : nullptr);
    if (d.serialized_grids) k.grids.launched(queue->queue, global, local, event);
    return flush(queue);
}

}  // namespace ndweave::opencl
