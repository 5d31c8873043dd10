/// How many threads the CPU engine may use.
#pragma once

#include <filesystem>

namespace ndweave::detail {

/// Of one launch: NDWEAVE_CPU_THREADS where it is set, else what the control group's quota of processor time comes to,
/// rounded up. (oneTBB knows the processors that the process may run on, but no quota: with more threads than it pays
/// for, all of them are stopped for the rest of each period.) Read once. Throws errc::invalid for what is no number of
/// threads.
unsigned thread_limit();

/// Processors' worth of time that the control groups allow, rounded up; UINT_MAX without a quota. `self` is what
/// /proc/self/cgroup is, `root` what /sys/fs/cgroup is (Linux's cgroup-v2, cpu.max; v1, cpu.cfs_quota_us).
unsigned quota_of_control_groups(const std::filesystem::path& self, const std::filesystem::path& root);

}  // namespace ndweave::detail
