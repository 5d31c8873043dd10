/// Which captured pointers a kernel reads and writes through, as far as its accesses show.
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace ndweave::compiler {

/// Whether an object is the kernel's own: private memory, constants, the functor, group scratch.
bool is_own_object(const llvm::Value* object);

class captured_memory {
public:
    /// Of a kernel whose argument is the functor.
    explicit captured_memory(llvm::Function& kernel);

    /// The offset in the functor of the one pointer through which `address` is reached; none where it is not known.
    std::optional<std::uint64_t> capture_of(const llvm::Value& address) const;

    /// Offsets of all pointers through which the kernel writes to global memory; none where it writes through others,
    /// too.
    const std::optional<llvm::SmallVector<std::uint64_t>>& written() const { return written_; }

private:
    void note_write(const llvm::Value& address);

    const llvm::Value& functor_;
    std::optional<llvm::SmallVector<std::uint64_t>> written_;
};

}  // namespace ndweave::compiler
