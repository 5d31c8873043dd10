#include "opencl/kernel/module.hpp"

#include <algorithm>
#include <cstring>

#include "opencl/device/device.hpp"
#include "opencl/error.hpp"

ndw_kernel::~ndw_kernel() {
    if (kernel) ndweave::opencl::cl.clReleaseKernel(kernel);
}

ndw_module::~ndw_module() {
    kernels.clear();
    if (program) ndweave::opencl::cl.clReleaseProgram(program);
}

namespace ndweave::opencl {
namespace {

std::string build_log(const ndw_module& m) {
    std::size_t size = 0;
    cl.clGetProgramBuildInfo(m.program, m.device->id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    cl.clGetProgramBuildInfo(m.program, m.device->id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    log.resize(std::strlen(log.c_str()));
    return log;
}

/// C++ requires correctly rounded divisions and roots; OpenCL's default for float is 2.5 ULP.
std::string build_options(const ndw_device& d, const ndw_module_source& source) {
    if (source.flags & NDW_MODULE_FAST_MATH) return "-cl-std=CL1.2 -cl-fast-relaxed-math";
    return d.correct_division ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt" : "-cl-std=CL1.2";
}

int create_program(ndw_module& m, const ndw_module_source& source) {
    const std::size_t size = source.size;
    cl_int error = CL_SUCCESS;
    if (source.format == NDW_CODE_BINARY) {
        const auto* bytes = static_cast<const unsigned char*>(source.code);
        cl_int state = CL_SUCCESS;
        m.program = cl.clCreateProgramWithBinary(m.device->context, 1, &m.device->id, &size, &bytes, &state, &error);
        return check(error, "clCreateProgramWithBinary");
    }
    if (source.format != NDW_CODE_OPENCL_C)
        return fail(NDW_INVALID, "OpenCL devices take OpenCL C or their own binaries");
    const auto* text = static_cast<const char*>(source.code);
    m.program = cl.clCreateProgramWithSource(m.device->context, 1, &text, &size, &error);
    return check(error, "clCreateProgramWithSource");
}

template <class T>
T work_group_info(const ndw_module& m, cl_kernel kernel, cl_kernel_work_group_info what) {
    T value{};
    cl.clGetKernelWorkGroupInfo(kernel, m.device->id, what, sizeof value, &value, nullptr);
    return value;
}

void describe(const ndw_module& m, cl_kernel kernel, ndw_kernel_info* info) {
    ndw_kernel_info i{};
    i.struct_size = info->struct_size;
    i.max_group_size = static_cast<std::uint32_t>(work_group_info<std::size_t>(m, kernel, CL_KERNEL_WORK_GROUP_SIZE));
    i.private_bytes = static_cast<std::uint32_t>(work_group_info<cl_ulong>(m, kernel, CL_KERNEL_PRIVATE_MEM_SIZE));
    i.static_local_bytes = work_group_info<cl_ulong>(m, kernel, CL_KERNEL_LOCAL_MEM_SIZE);
    std::memcpy(info, &i, std::min<std::size_t>(info->struct_size, sizeof i));
}

}  // namespace

int module_load(ndw_device* device, const ndw_module_source* source, ndw_module** module) {
    auto m = std::make_unique<ndw_module>();
    m->device = device;
    if (const int status = create_program(*m, *source)) return status;
    const std::string options = build_options(*device, *source);
    const cl_int error = cl.clBuildProgram(m->program, 1, &device->id, options.c_str(), nullptr, nullptr);
    if (error == CL_BUILD_PROGRAM_FAILURE)
        return fail(NDW_BUILD_FAILED, "the OpenCL driver refuses the kernel:\n" + build_log(*m));
    if (const int status = check(error, "clBuildProgram")) return status;
    *module = m.release();
    return NDW_OK;
}

void module_unload(ndw_module* module) { delete module; }

int module_binary(ndw_module* m, void* bytes, std::uint64_t* size) {
    std::size_t binary_size = 0;
    NDWEAVE_OPENCL_TRY(clGetProgramInfo, m->program, CL_PROGRAM_BINARY_SIZES, sizeof binary_size, &binary_size,
                       nullptr);
    *size = binary_size;
    if (!bytes) return NDW_OK;
    auto* target = static_cast<unsigned char*>(bytes);
    NDWEAVE_OPENCL_TRY(clGetProgramInfo, m->program, CL_PROGRAM_BINARIES, sizeof target, &target, nullptr);
    return NDW_OK;
}

int kernel_get(ndw_module* m, const char* name, ndw_kernel** kernel, ndw_kernel_info* info) {
    const std::lock_guard lock(m->mutex);
    auto& place = m->kernels[name];
    if (!place) {
        cl_int error = CL_SUCCESS;
        const cl_kernel created = cl.clCreateKernel(m->program, name, &error);
        if (error != CL_SUCCESS) {
            m->kernels.erase(name);
            return check(error, "clCreateKernel");
        }
        place = std::make_unique<ndw_kernel>();
        place->kernel = created;
    }
    *kernel = place.get();
    if (info) describe(*m, place->kernel, info);
    return NDW_OK;
}

}  // namespace ndweave::opencl
