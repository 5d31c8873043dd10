/// The CUDA C++ kernels of peers.cu, launched through the driver in the context that ndweave's memory lives in.
#pragma once

#include <array>
#include <string>

namespace ndweave::bench {

class cuda_peer {
public:
    /// Throws std::runtime_error where there is no driver, device or file.
    explicit cuda_peer(const std::string& module_path);

    void* kernel(const char* name) const;
    void launch(void* kernel, std::array<unsigned, 3> grid, std::array<unsigned, 3> block, void** arguments) const;
    void wait() const;

private:
    struct driver_calls {
        int (*init)(unsigned);
        int (*retain)(void**, int);
        int (*set_current)(void*);
        int (*load)(void**, const void*);
        int (*get)(void**, void*, const char*);
        int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                      void**);
        int (*wait)();
    } driver_{};
    void* module_ = nullptr;
};

}  // namespace ndweave::bench
