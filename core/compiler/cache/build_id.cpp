#include "compiler/cache/build_id.hpp"

#include "support/build_id.hpp"

namespace ndweave::compiler::cache {

const std::string& build_id() {
    static const std::string id = support::build_id_at(reinterpret_cast<const void*>(&build_id));
    return id;
}

}  // namespace ndweave::compiler::cache
