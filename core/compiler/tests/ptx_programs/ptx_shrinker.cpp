#include "ptx_shrinker.hpp"

#include <algorithm>

namespace ndweave::compiler::testing {

ptx_program::pointer smallest_failing(ptx_program::pointer program,
                                      const std::function<bool(const ptx_program&)>& fails) {
    for (;;) {
        const std::vector<ptx_program::pointer> simpler = program->simpler();
        const auto found = std::ranges::find_if(simpler, [&](const auto& one) { return fails(*one); });
        if (found == simpler.end()) return program;
        program = *found;
    }
}

}  // namespace ndweave::compiler::testing
