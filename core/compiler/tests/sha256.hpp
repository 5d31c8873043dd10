/// SHA-256 of bytes, in hexadecimal.
#pragma once

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include <string>

namespace ndweave::compiler::testing {

inline std::array<std::uint8_t, 32> sha256(llvm::StringRef bytes) {
    return llvm::SHA256::hash(llvm::ArrayRef(bytes.bytes_begin(), bytes.size()));
}

inline std::string sha256_text(llvm::StringRef bytes) { return llvm::toHex(sha256(bytes), true); }

}  // namespace ndweave::compiler::testing
