/// A process that outlives this one and kills what it would leave behind.
#pragma once

#include <sys/types.h>

#include "system/descriptor.hpp"

namespace ndweave::harness {

/// While it exists, the process group `group` dies with this process, however this process ends. A parent-death signal
/// reaches a child, but not what the child has started (a shell's commands, mpirun's ranks).
class guardian {
public:
    /// With `grace` seconds the group's leader gets SIGTERM so long before all get SIGKILL.
    explicit guardian(pid_t group, double grace = 0);
    ~guardian();
    guardian(const guardian&) = delete;
    guardian& operator=(const guardian&) = delete;

private:
    descriptor line_;  // closing it tells the guardian
    pid_t pid_ = -1;
};

}  // namespace ndweave::harness
