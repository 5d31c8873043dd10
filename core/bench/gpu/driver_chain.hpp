/// A chain of kernels over two GPUs by hand: CUDA's driver, a stream and an event of each GPU.
#pragma once

#include <array>

namespace ndweave::bench {

/// Kernel after kernel, on either device in turn, each behind the last one of the other: cuLaunchKernel, cuEventRecord,
/// cuStreamWaitEvent.
class driver_chain {
public:
    /// Throws std::runtime_error where there is no driver or device.
    driver_chain(int first, int second);

    /// Submits `kernels` and waits for the last; each adds 1 to its device's count.
    void run(int kernels);
    /// How many kernels have run on the devices.
    std::array<unsigned, 2> counts();

private:
    struct end {
        void *context, *stream, *event, *kernel;
        unsigned long long count;  // device address
    };
    end open(int device);

    std::array<end, 2> ends_;
};

}  // namespace ndweave::bench
