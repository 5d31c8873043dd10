/// Variables that each device has a copy of: those that begin with a detail::device_global
/// (core/include/ndweave/detail/device_global.hpp).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ndweave::extract {

/// The names of the SYCL_EXTERNAL functions that the translation unit declares and others define.
llvm::StringSet<> find_declared_externals(llvm::Module& module);

/// The names of those that the translation unit knows. What it defines begins with the address of a layout, which is
/// annotated "ndweave.device_global"; what others define it passes to member functions with this annotation.
llvm::StringSet<> find_device_globals(llvm::Module& module);

/// Where the address of the kernel's variable `number` stands behind a functor of that many bytes.
std::uint64_t place_of_device_global(std::uint64_t functor_bytes, std::size_t number);

/// What stands for the place of variable `number` of the SYCL_EXTERNAL function, which each launch gives.
std::uint64_t key_of_device_global(llvm::StringRef function, std::size_t number);

/// What the compiler's pass launch-arguments calls the variable that is first, second, and so on.
using name_of_number = llvm::function_ref<std::string(std::size_t)>;
/// "__ndweave_device_global.<place>"
std::string name_by_place(std::uint64_t place);
/// "__ndweave_device_global.of.<key>"
std::string name_by_key(std::uint64_t key);

/// Makes those of `known` that `entry` reaches declarations of other names. Returns the names that they had, in order.
std::vector<std::string> take_device_globals(llvm::Module& device_code, llvm::StringRef entry,
                                             const llvm::StringSet<>& known, name_of_number name);

}  // namespace ndweave::extract
