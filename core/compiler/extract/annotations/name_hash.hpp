/// XXH3 of a name, which is the same with every version of clang: translation units meet by it.
#pragma once

#define XXH_INLINE_ALL
#include <llvm/ADT/StringRef.h>
#include <xxhash.h>

#include <cstdint>

namespace ndweave::extract {

inline std::uint64_t name_hash(llvm::StringRef name) { return XXH3_64bits(name.data(), name.size()); }

}  // namespace ndweave::extract
