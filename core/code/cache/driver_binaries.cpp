#include "code/cache/driver_binaries.hpp"

#include "code/cache/disk.hpp"
#include "code/cache/hash.hpp"
#include "code/cache/pending_entries.hpp"

namespace ndweave::code::cache {
namespace {

/// No compiled kernel has such a key. The identity has a kernel's whole code.
std::string key_of(std::string_view build, std::string_view identity) {
    return hash_text("driver binary\nbuild " + std::string(build) + "\n" + std::string(identity));
}

}  // namespace

std::optional<std::string> load_driver_binary(const std::string& directory, std::string_view build,
                                              std::string_view identity) {
    std::optional<entry> kept = load(directory, key_of(build, identity));
    if (!kept || kept->made.code.empty()) return std::nullopt;
    return std::move(kept->made.code);
}

void store_driver_binary(const std::string& directory, std::string_view build, std::string_view identity,
                         std::string_view bytes) {
    entry what;
    what.made.code = bytes;
    store_later(directory, key_of(build, identity), std::move(what));
}

}  // namespace ndweave::code::cache
