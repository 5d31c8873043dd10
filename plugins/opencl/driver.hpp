/// The OpenCL ICD loader, opened at run time.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

// Every function that the plugin calls. The second list is of OpenCL 2.0 and may be absent, the third of 2.1, the
// fourth for memory of other drivers, of 3.0.
#define NDWEAVE_OPENCL_FUNCTIONS(X) \
    X(clGetPlatformIDs)             \
    X(clGetPlatformInfo)            \
    X(clGetDeviceIDs)               \
    X(clGetDeviceInfo)              \
    X(clCreateContext)              \
    X(clReleaseContext)             \
    X(clCreateCommandQueue)         \
    X(clReleaseCommandQueue)        \
    X(clFlush)                      \
    X(clFinish)                     \
    X(clCreateBuffer)               \
    X(clReleaseMemObject)           \
    X(clEnqueueReadBuffer)          \
    X(clEnqueueWriteBuffer)         \
    X(clEnqueueCopyBuffer)          \
    X(clEnqueueFillBuffer)          \
    X(clCreateProgramWithSource)    \
    X(clCreateProgramWithBinary)    \
    X(clReleaseProgram)             \
    X(clBuildProgram)               \
    X(clGetProgramInfo)             \
    X(clGetProgramBuildInfo)        \
    X(clCreateKernel)               \
    X(clReleaseKernel)              \
    X(clSetKernelArg)               \
    X(clGetKernelWorkGroupInfo)     \
    X(clEnqueueNDRangeKernel)       \
    X(clEnqueueMarkerWithWaitList)  \
    X(clEnqueueBarrierWithWaitList) \
    X(clReleaseEvent)               \
    X(clWaitForEvents)              \
    X(clSetEventCallback)           \
    X(clGetEventInfo)               \
    X(clGetEventProfilingInfo)

#define NDWEAVE_OPENCL_SVM_FUNCTIONS(X) \
    X(clSVMAlloc)                       \
    X(clSVMFree)                        \
    X(clEnqueueSVMMemcpy)               \
    X(clEnqueueSVMMemFill)              \
    X(clSetKernelArgSVMPointer)         \
    X(clSetKernelExecInfo)

#define NDWEAVE_OPENCL_HINT_FUNCTIONS(X) X(clEnqueueSVMMigrateMem)

#define NDWEAVE_OPENCL_IMPORT_FUNCTIONS(X) \
    X(clCreateBufferWithProperties)        \
    X(clGetExtensionFunctionAddressForPlatform)

namespace ndweave::opencl {

struct driver {
#define NDWEAVE_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
    NDWEAVE_OPENCL_FUNCTIONS(NDWEAVE_OPENCL_MEMBER)
    NDWEAVE_OPENCL_SVM_FUNCTIONS(NDWEAVE_OPENCL_MEMBER)
    NDWEAVE_OPENCL_HINT_FUNCTIONS(NDWEAVE_OPENCL_MEMBER)
    NDWEAVE_OPENCL_IMPORT_FUNCTIONS(NDWEAVE_OPENCL_MEMBER)
#undef NDWEAVE_OPENCL_MEMBER
    bool has_svm_functions = false;
};

/// The loader's functions. Call only after load_driver succeeded.
extern driver cl;

/// Opens libOpenCL.so.1 once; NDW_NO_DRIVER if it is absent or lacks a function.
int load_driver();

}  // namespace ndweave::opencl
