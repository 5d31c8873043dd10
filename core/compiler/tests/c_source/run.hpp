/// What a kernel's C source does on a device is compared with: the same IR, run by LLVM's JIT in this process.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "compiler/tests/c_source/opencl.hpp"

namespace ndweave::compiler::testing {

/// Runs @kernel of a module for work-items 0 to `items` - 1, one after the other. Of the builtins only
/// __ndweave_global_id is there.
void run_here(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module, const void* functor,
              std::uint64_t items);

/// Memory that the device and this process share.
template <class T>
class shared_array {
public:
    shared_array(opencl_device& device, std::size_t count)
        : data(static_cast<T*>(device.allocate(count * sizeof(T)))), size(count), device_(device) {}
    shared_array(const shared_array&) = delete;
    ~shared_array() { device_.release(data); }

    T* const data;
    const std::size_t size;

private:
    opencl_device& device_;
};

}  // namespace ndweave::compiler::testing
