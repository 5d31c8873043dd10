/// How ranks are started.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "measure/measurement.hpp"

namespace ndweave::harness {

inline constexpr const char* default_launcher = "mpirun";

/// The command line that starts a measurement's ranks: its launcher, with `-n RANKS` behind the first word or RANKS in
/// place of "{ranks}" where it has that, then this program as rank_main wants it. Throws apps::usage_error for a
/// launcher of no words.
std::vector<std::string> launch_command(const measurement&);

/// Why there is no such launcher, one line; empty where there is.
std::string why_no_launcher(const measurement&);

/// What launchers of Open MPI need to start more ranks than cores, unbound (each takes its part of the processors
/// itself), and as root where we are. Others do not read it; what the user has set stays.
std::map<std::string, std::string> launch_environment();

}  // namespace ndweave::harness
