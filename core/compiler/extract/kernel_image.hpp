/// What the host program carries of one kernel.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Error.h>

#include <string>

namespace llvm {
class Module;
class StringRef;
}  // namespace llvm

namespace ndweave::extract {

struct kernel_image {
    llvm::SmallVector<char, 0> bitcode;
    std::string hash;  // SHA-256 of `bitcode`, 64 lower-case hexadecimal digits
};

/// The image of `entry` out of a module of device code (device_module.hpp). The bytes depend on the kernel's code and
/// on the compiler's options, not on what else the translation unit holds, its name or its place.
llvm::Expected<kernel_image> make_image(const llvm::Module& device_code, llvm::StringRef entry);

}  // namespace ndweave::extract
