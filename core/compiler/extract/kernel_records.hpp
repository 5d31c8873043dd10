/// The kernel records of a translation unit (core/include/ndweave/detail/kernel.hpp).
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <cstdint>

#include "compiler/extract/kernel_image.hpp"

namespace ndweave::extract {

struct kernel {
    llvm::GlobalVariable* record;
    llvm::Function* entry;
};

/// The records that `module` defines, in its order. A record of another layout is reported as a compile error.
llvm::SmallVector<kernel> find_kernels(llvm::Module& module);

/// Makes the record refer to `image`, which goes with it into its comdat: the linker keeps or drops both together.
void fill_record(const kernel& kernel, const kernel_image& image);

/// Bytes of what the kernel captures.
std::uint64_t functor_bytes(const kernel& kernel);

/// What the kernel requires of its groups and of the device; 0 and empty: nothing.
struct requirements {
    std::uint64_t sub_group;
    llvm::ArrayRef<std::uint64_t> work_group;
    std::uint64_t aspects;
};
void set_requirements(const kernel& kernel, const requirements&);

/// Erases the host's copies of entries that nothing refers to any more (at -O0 nobody else would).
void erase_unused_entries(llvm::ArrayRef<kernel> kernels);

/// Reports a compile error about a kernel.
void report(llvm::Module& module, llvm::StringRef mangled_name, const llvm::Twine& problem);

}  // namespace ndweave::extract
