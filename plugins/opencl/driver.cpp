#include "opencl/driver.hpp"

#include <dlfcn.h>

#include <string>

#include "conflicting_llvm.hpp"
#include "opencl/error.hpp"

namespace ndweave::opencl {

driver cl;

namespace {

/// Platforms contain their compilers: listing them loads them.
std::string conflict() {
    const std::string path = conflicting_llvm_library("libamd_comgr");
    if (path.empty()) return {};
    return path +
           ", AMD's compiler, is loaded in this process, and its LLVM and that of an OpenCL driver end a process in "
           "which they meet: use OpenCL and HIP devices in processes of their own";
}

std::string open_library() {
    if (std::string problem = conflict(); !problem.empty()) return problem;
    void* library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return std::string(dlerror()) +
               "; install an OpenCL loader and a driver (Debian: ocl-icd-libopencl1, and "
               "pocl-opencl-icd for the CPU)";
    }
#define NDWEAVE_OPENCL_LOAD(name)                                         \
    cl.name = reinterpret_cast<decltype(cl.name)>(dlsym(library, #name)); \
    if (!cl.name) return "libOpenCL.so.1 lacks " #name ": an OpenCL 1.2 loader is needed";
    NDWEAVE_OPENCL_FUNCTIONS(NDWEAVE_OPENCL_LOAD)
#undef NDWEAVE_OPENCL_LOAD
    cl.has_svm_functions = true;
#define NDWEAVE_OPENCL_LOAD(name)                                         \
    cl.name = reinterpret_cast<decltype(cl.name)>(dlsym(library, #name)); \
    cl.has_svm_functions = cl.has_svm_functions && cl.name;
    NDWEAVE_OPENCL_SVM_FUNCTIONS(NDWEAVE_OPENCL_LOAD)
#undef NDWEAVE_OPENCL_LOAD
#define NDWEAVE_OPENCL_LOAD(name) cl.name = reinterpret_cast<decltype(cl.name)>(dlsym(library, #name));
    NDWEAVE_OPENCL_HINT_FUNCTIONS(NDWEAVE_OPENCL_LOAD)
    NDWEAVE_OPENCL_IMPORT_FUNCTIONS(NDWEAVE_OPENCL_LOAD)
#undef NDWEAVE_OPENCL_LOAD
    return {};
}

}  // namespace

int load_driver() {
    static const std::string problem = open_library();
    return problem.empty() ? static_cast<int>(NDW_OK) : fail(NDW_NO_DRIVER, problem);
}

}  // namespace ndweave::opencl
