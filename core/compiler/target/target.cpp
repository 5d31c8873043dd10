#include "compiler/target/target.hpp"

#include "compiler/target/host/host.hpp"

namespace ndweave::compiler {

const target* find_target(std::uint32_t ndw_target_id) {
    switch (ndw_target_id) {
        case NDW_TARGET_HOST: return &host_target;
        default: return nullptr;
    }
}

}  // namespace ndweave::compiler
