/// Loads object code into this process.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Error.h>

#include <memory>

#include "compiler/abi.h"

namespace ndweave::compiler::host {

/// Object code that is loaded as long as this lives.
class loaded_code {
public:
    virtual ~loaded_code() = default;
    virtual ndw_host_entry entry() const = 0;
    /// Of code that was compiled with NDW_COMPILE_ITEM, which has no other entry.
    virtual ndw_item_entry item_entry() const = 0;
};

/// Makes what all kernels are linked by, unless it is there. Thread-safe.
void start_linker();

/// Links `object` (an ELF relocatable) against `functions` and the C and vector mathematics libraries, nothing else,
/// and finds `entry_name` in it. Thread-safe.
llvm::Expected<std::unique_ptr<loaded_code>> load_object(llvm::StringRef object, llvm::StringRef entry_name,
                                                         llvm::ArrayRef<ndw_function> functions = {});

}  // namespace ndweave::compiler::host
