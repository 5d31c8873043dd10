/// Time steps on the device.
#pragma once

#include <functional>
#include <memory>

#include "domain.hpp"

namespace ndweave::apps::lulesh {

/// Makes the steps of a domain, which must outlive it.
class stepper {
public:
    /// On GPUs records a batch of steps as a graph, which compiles the kernels.
    stepper(queue&, domain&);
    ~stepper();

    /// Steps from the domain's start until its stop time or last cycle; returns the control block at the end, the queue
    /// drained. On GPUs the host looks at the control block of a batch while the next one runs; the steps of a batch
    /// that follow the end change nothing. Throws std::runtime_error where an element turns inside out or its viscosity
    /// runs away.
    step_control run(const std::function<void(const step_control&)>& progress);

private:
    class batches;

    queue& queue_;
    domain& domain_;
    std::unique_ptr<batches> batches_;  // on GPUs
};

}  // namespace ndweave::apps::lulesh
