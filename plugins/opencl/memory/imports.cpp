#include "opencl/memory/imports.hpp"

#include "opencl/error.hpp"

namespace ndweave::opencl {
namespace {

template <class Function>
Function extension(cl_platform_id platform, const char* name) {
    return reinterpret_cast<Function>(cl.clGetExtensionFunctionAddressForPlatform(platform, name));
}

}  // namespace

void importer::open(cl_platform_id platform) {
    if (!cl.clCreateBufferWithProperties || !cl.clGetExtensionFunctionAddressForPlatform) return;
    acquire_ = extension<clEnqueueAcquireExternalMemObjectsKHR_fn>(platform, "clEnqueueAcquireExternalMemObjectsKHR");
    release_ = extension<clEnqueueReleaseExternalMemObjectsKHR_fn>(platform, "clEnqueueReleaseExternalMemObjectsKHR");
}

int importer::import(cl_context context, int descriptor, std::uint64_t bytes, cl_mem* buffer) {
    if (!acquire_ || !release_) return fail(NDW_UNSUPPORTED, "the driver imports no memory by file descriptors");
    const cl_mem_properties properties[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                            static_cast<cl_mem_properties>(descriptor), 0};
    cl_int error = CL_SUCCESS;
    *buffer = cl.clCreateBufferWithProperties(context, properties, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    if (const int status = check(error, "clCreateBufferWithProperties of another driver's memory")) return status;
    ++live_;
    return NDW_OK;
}

void importer::release(cl_mem buffer) {
    cl.clReleaseMemObject(buffer);
    --live_;
}

int importer::acquire(cl_command_queue queue, cl_mem buffer) const {
    return check(acquire_(queue, 1, &buffer, 0, nullptr, nullptr), "clEnqueueAcquireExternalMemObjectsKHR");
}

int importer::give_back(cl_command_queue queue, cl_mem buffer) const {
    return check(release_(queue, 1, &buffer, 0, nullptr, nullptr), "clEnqueueReleaseExternalMemObjectsKHR");
}

}  // namespace ndweave::opencl
