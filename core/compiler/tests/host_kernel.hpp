/// Compiled host kernels, and running them.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "code/cache/kernel_cache.hpp"
#include "code/cache/pending_entries.hpp"
#include "compiler/compile.hpp"
#include "compiler/error.hpp"
#include "compiler/request/request.hpp"
#include "compiler/tests/ir_kernel.hpp"

namespace ndweave::compiler::testing {

/// What a compilation came to: a kernel, or a status and a message.
struct outcome {
    const ndw_compiled_kernel* kernel = nullptr;
    int status = NDW_COMPILE_OK;
    std::string message;
};

/// Of this compiler, in keys of the cache.
inline constexpr const char* test_build = "tests";

/// Throws what a compilation came to.
inline code::entry compile_or_throw(const ndw_compile_request& request) {
    auto made = compile(request);
    if (made) return std::move(*made);
    outcome failure;
    std::tie(failure.status, failure.message) = describe(made.takeError());
    throw failure;
}

inline outcome compile_request(const ndw_compile_request& request) {
    outcome result;
    llvm::Error wrong = validate(&request);
    if (!wrong) {
        try {
            result.kernel = code::cache::acquire_kernel(request, test_build, compile_or_throw);
        } catch (const outcome& failure) {
            return failure;
        }
        code::cache::write_pending();
        return result;
    }
    std::tie(result.status, result.message) = describe(std::move(wrong));
    return result;
}

/// Memory at a 64-byte boundary.
template <class T>
class aligned_buffer {
public:
    explicit aligned_buffer(std::size_t n) : size_(n), data_(static_cast<T*>(allocate(n))) { fill(T{}); }

    T* data() { return data_.get(); }
    T& operator[](std::size_t i) { return data_.get()[i]; }
    void fill(T value) {
        for (std::size_t i = 0; i < size_; ++i) data_.get()[i] = value;
    }

private:
    struct release {
        void operator()(T* p) const { std::free(p); }
    };
    static void* allocate(std::size_t n) { return std::aligned_alloc(512, (n * sizeof(T) + 1023) / 512 * 512); }

    std::size_t size_;
    std::unique_ptr<T, release> data_;
};

/// Throws std::runtime_error with the compiler's message where it refuses the kernel.
class host_kernel {
public:
    explicit host_kernel(const ir_kernel& kernel) : request_(kernel.request) {
        const outcome made = compile_request(request_);
        if (made.kernel == nullptr) throw std::runtime_error(made.message);
        kernel_ = made.kernel;
    }
    ~host_kernel() { code::cache::release_kernel(kernel_); }
    host_kernel(const host_kernel&) = delete;
    host_kernel& operator=(const host_kernel&) = delete;

    std::string report() const { return kernel_->report; }
    const ndw_compiled_kernel& view() const { return *kernel_; }

    /// Runs the whole range in one box.
    void run(const void* functor, std::array<std::uint64_t, 3> global, std::size_t local_bytes = 0) const {
        ndw_host_launch launch = launch_of(functor, global);
        ndw_host_box box{};
        for (int axis = 0; axis < 3; ++axis) {
            box.end[axis] = request_.variant.kind == 2 ? launch.group_range[axis] : global[axis];
        }
        run_box(launch, box, local_bytes);
    }

    ndw_host_launch launch_of(const void* functor, std::array<std::uint64_t, 3> global) const {
        ndw_host_launch launch{};
        launch.functor = functor;
        for (unsigned axis = 0; axis < 3; ++axis) {
            const std::uint32_t local = axis < request_.variant.dimensions && request_.variant.kind == 2
                                            ? request_.variant.local_range[axis]
                                            : 1;
            launch.global_range[axis] = global[axis];
            launch.local_range[axis] = local;
            launch.group_range[axis] = global[axis] / local;
        }
        return launch;
    }

    void run_box(const ndw_host_launch& launch, const ndw_host_box& box, std::size_t local_bytes = 0) const {
        aligned_buffer<char> local(local_bytes), arena(kernel_->arena_bytes);
        const ndw_host_worker worker{local.data(), arena.data()};
        kernel_->host_entry(&launch, &worker, &box);
    }

private:
    ndw_compile_request request_;
    const ndw_compiled_kernel* kernel_ = nullptr;
};

}  // namespace ndweave::compiler::testing
