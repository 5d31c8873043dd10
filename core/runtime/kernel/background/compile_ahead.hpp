/// Kernels that a program will most likely launch next are compiled beside the one that a launch waits for
/// (docs/decisions/143-kernels-are-compiled-ahead.md; NDWEAVE_COMPILE_AHEAD).
#pragma once

#include <functional>

#include "ndweave/detail/kernel.hpp"
#include "runtime/kernel/background/owned_request.hpp"

namespace ndweave::detail {

/// Makes what a launch of the kernel will ask for and keeps it where that launch finds it, on a thread that no launch
/// waits for. What it throws of std::exception is left to the launch.
using ahead_maker = std::function<void(const owned_request&)>;

/// Call once where a launch needs code that no earlier run of the program has left, before it compiles. Has `make`
/// called for kernels that stand beside it in the program's source, of kinds and dimensions that were launched before:
/// then it can be told how they will be. Returns at once.
void compile_ahead(const kernel_record& needed, const ndw_kernel_variant& variant, const ahead_maker& make);

/// Keeps code as long as the process, for the launch that will ask for it.
void keep_for_launch(compiled_kernel);

/// While it lives, the calling thread's launch waits for code, or compiles it. Kernels begin to be compiled ahead only
/// while a launch waits, and on a thread less for each that compiles.
class launch_count {
public:
    enum kind { waits, compiles };
    explicit launch_count(kind);
    ~launch_count();
    launch_count(const launch_count&) = delete;
    launch_count& operator=(const launch_count&) = delete;

private:
    void add(unsigned change) const;

    const kind of_;
};

}  // namespace ndweave::detail
