#include "compiler/cache/driver_binaries.hpp"

#include <llvm/ADT/StringExtras.h>

#include "compiler/cache/build_id.hpp"
#include "compiler/cache/checksum.hpp"
#include "compiler/cache/disk.hpp"
#include "compiler/cache/pending_entries.hpp"
#include "compiler/cache/sha256.hpp"

namespace ndweave::compiler::cache {
namespace {

/// No compiled kernel has such a key. Of this build: another one may repair binaries in another way. The identity has a
/// kernel's whole code.
std::string key_of(llvm::StringRef identity) {
    return sha256_text("driver binary\nbuild " + build_id() + "\n" + llvm::toHex(checksum_of(identity)));
}

}  // namespace

std::optional<std::string> load_driver_binary(const std::string& directory, llvm::StringRef identity) {
    std::optional<entry> kept = load(directory, key_of(identity));
    if (!kept || kept->made.code.empty()) return std::nullopt;
    return std::move(kept->made.code);
}

void store_driver_binary(const std::string& directory, llvm::StringRef identity, llvm::StringRef bytes) {
    entry what;
    what.made.code = bytes.str();
    store_later(directory, key_of(identity), std::move(what));
}

}  // namespace ndweave::compiler::cache
