/// Variables that each device has a copy of: those that begin with a detail::device_global
/// (core/include/ndweave/detail/device_global.hpp).
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ndweave::extract {

/// The names of those that the translation unit knows. What it defines begins with the address of a layout, which is
/// annotated "ndweave.device_global"; what others define it passes to member functions with this annotation.
llvm::StringSet<> find_device_globals(llvm::Module& module);

/// Where the address of the kernel's variable `number` stands behind a functor of that many bytes.
std::uint64_t place_of_device_global(std::uint64_t functor_bytes, std::size_t number);

/// Makes those of `known` that `entry` reaches declarations "__ndweave_device_global.<place>", for the compiler's pass
/// launch-arguments. Returns the names that they had, in the order of their places.
std::vector<std::string> take_device_globals(llvm::Module& device_code, llvm::StringRef entry,
                                             const llvm::StringSet<>& known, std::uint64_t functor_bytes);

}  // namespace ndweave::extract
