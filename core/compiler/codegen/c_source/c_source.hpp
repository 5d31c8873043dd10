/// Kernels as C source text, for drivers that take source: OpenCL (clBuildProgram), HIP (hiprtc), and CUDA C++ for
/// tests.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/abi.h"
#include "llvm/IR/DebugLoc.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace ndweave::compiler {

enum class c_dialect { opencl_c, hip_cpp, cuda_cpp };

/// One kernel's text and what a launch needs to know about it.
struct c_source {
    std::string text;
    std::string entry_name;
    std::vector<ndw_parameter> parameters;
    std::uint32_t scratch_bytes = 0;   // group scratch that the text declares itself
    std::uint32_t sub_group_size = 1;  // work-items
    std::uint32_t coarsening = 1;      // along axis 0 a group runs the work-items of so many
    bool items_in_loops = false;       // the device's groups have one work-item, which runs a whole group
    bool direct = false;               // memory is reached by pointer arguments only; OpenCL C
    bool uses_barrier = false;
};

/// The kernel uses something that the dialect cannot say: what() is a noun phrase ("inline assembly").
class c_source_unsupported : public std::runtime_error {
public:
    c_source_unsupported(const std::string& construct, llvm::DebugLoc place)
        : std::runtime_error(construct), where(std::move(place)) {}

    llvm::DebugLoc where;  // may be unknown
};

/// Writes `kernel`, a `void(ptr functor)` of a module that prepare_c_source has made ready, in `dialect`; pointers of
/// mixed kinds are split on the way. Throws c_source_unsupported.
///
/// Sub-groups: HIP has the device's waves (request.variant.sub_group_size, 64 by default), CUDA has warps of 32. OpenCL
/// C 1.2 has neither sub-groups nor shuffles: by default a sub-group is one work-item, whose shuffle is the identity; a
/// sub_group_size above one is for devices with cl_khr_subgroup_shuffle, cl_intel_subgroups or NVIDIA's inline PTX.
///
/// A trap (failed assertion, unreachable code) ends the work-item in OpenCL C, which has no trap, and the kernel
/// elsewhere.
c_source write_c_source(llvm::Function& kernel, c_dialect dialect, const ndw_compile_request& request);

}  // namespace ndweave::compiler
