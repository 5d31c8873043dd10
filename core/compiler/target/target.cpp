#include "compiler/target/target.hpp"

namespace ndweave::compiler {

const target* find_target(std::uint32_t) { return nullptr; }

}  // namespace ndweave::compiler
