/// What the host program carries of one kernel.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/Error.h>

#include <cstddef>
#include <string>
#include <vector>

namespace llvm {
class Module;
class StringRef;
}  // namespace llvm

namespace ndweave::extract {

struct kernel_image {
    llvm::SmallVector<char, 0> bitcode;
    std::string hash;                         // SHA-256 of `bitcode`, 64 lower-case hexadecimal digits
    std::vector<std::string> device_globals;  // names of those that it uses, in the order of their places
    bool calls_others = false;                // calls SYCL_EXTERNAL functions that it does not hold
};

/// Names of the translation unit (device_globals.hpp).
struct known_names {
    llvm::StringSet<> device_globals, declared_externals;
};

/// The image of `entry` out of a module of device code (device_module.hpp). The bytes depend on the kernel's code and
/// on the compiler's options, not on what else the translation unit holds, its name or its place.
/// `name`: of the device globals, by their numbers.
llvm::Expected<kernel_image> make_image(const llvm::Module& device_code, llvm::StringRef entry, const known_names&,
                                        llvm::function_ref<std::string(std::size_t)> name);

}  // namespace ndweave::extract
