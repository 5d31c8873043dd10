#include "compiler/codegen/target.hpp"

#include "compiler/codegen/c_source/c_source_target.hpp"
#include "compiler/codegen/host/host.hpp"
#include "compiler/codegen/ptx/ptx_target.hpp"

namespace ndweave::compiler {

const target* find_target(std::uint32_t ndw_target_id) {
    switch (ndw_target_id) {
        case NDW_TARGET_HOST:
            return &host_target;
        case NDW_TARGET_PTX:
            return &ptx_target;
        case NDW_TARGET_OPENCL_C:
            return &opencl_c_target;
        case NDW_TARGET_HIP_CPP:
            return &hip_cpp_target;
        case NDW_TARGET_CUDA_CPP:
            return &cuda_cpp_target;
        default:
            return nullptr;
    }
}

}  // namespace ndweave::compiler
