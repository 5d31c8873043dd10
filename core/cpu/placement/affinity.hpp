/// On which processors threads may run.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <optional>

#include "cpu/placement/processors.hpp"

namespace ndweave::detail {

/// A set of processors as the system takes it.
class affinity_mask {
public:
    static constexpr unsigned max_processors = 8192;  // the most that Linux can be built for

    explicit affinity_mask(const processor_list&);

    /// Of a thread by its number; 0 is the calling thread. Nothing where the system does not tell.
    static std::optional<affinity_mask> of_thread(pid_t);

    /// Makes it the calling thread's mask. Returns 0 or what the system objects, as errno.
    int apply() const noexcept;

    bool is_within(const affinity_mask&) const;
    processor_list processors() const;

private:
    static constexpr std::size_t bits_per_word = 8 * sizeof(unsigned long);

    affinity_mask() = default;

    std::array<unsigned long, max_processors / bits_per_word> words_;
};

/// Binds the calling thread for a scope, after which its mask is as before. A thread that is bound to some of these
/// processors already stays as it is.
class thread_binding {
public:
    explicit thread_binding(const affinity_mask& to);
    thread_binding(const thread_binding&) = delete;
    ~thread_binding();

    /// 0, or why the system refuses, as errno; the thread is then as before.
    int error() const { return error_; }

private:
    std::optional<affinity_mask> before_;  // if it was changed
    int error_ = 0;
};

/// Where the process may run (its affinity, and the cpuset of its control group), as its first thread may. Empty where
/// the system does not tell.
processor_list processors_of_process();

}  // namespace ndweave::detail
