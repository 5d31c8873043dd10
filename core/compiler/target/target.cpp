#include "compiler/target/target.hpp"

#include "compiler/target/host/host.hpp"
#include "compiler/target/ptx/ptx_target.hpp"

namespace ndweave::compiler {

const target* find_target(std::uint32_t ndw_target_id) {
    switch (ndw_target_id) {
        case NDW_TARGET_HOST: return &host_target;
        case NDW_TARGET_PTX: return &ptx_target;
        default: return nullptr;
    }
}

}  // namespace ndweave::compiler
