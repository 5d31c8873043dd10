/// From the options of a run to its measurements.
#pragma once

#include <string>
#include <vector>

#include "app.hpp"
#include "measure/measurement.hpp"

namespace ndweave::harness {

/// The words of `harness run`. "all" stands for every app, or for every backend that is present.
struct run_options {
    std::vector<std::string> apps, backends = {"cpu"}, strategies = {"auto"}, parameters;
    std::vector<std::string> external;  // NAME=COMMAND
    std::string size = "small", out, json_file, csv_file;
    std::vector<int> ranks = {1};
    std::string launcher, trace;
    bool share_devices = false;
    int device = 0, repeat = 0, turns = 20;
    double min_time = 0.5, timeout = 600;
    bool resume = false;
};

/// Backends that the runtime may have; peers come with the apps.
const std::vector<std::string>& runtime_backends();

/// Peers that an app of the list has, and "native" and "kokkos", which it may have.
std::vector<std::string> peer_names(const std::vector<const apps::application*>&);

/// The remedy for a peer that no app of this build has; one line. (The runtime itself reports what its backends lack.)
std::string remedy_for_peer(const std::string& peer);

/// Why no app of the list can run its `peer` here, one line; empty where one can.
std::string why_no_peer(const std::vector<const apps::application*>&, const std::string& peer);

/// The measurements, in order. `present`: the runtime backends found here, asked only for "all". An app without a peer
/// that was asked for is left out unless both were named. Throws apps::usage_error for unknown names.
std::vector<measurement> plan(const run_options&, const std::vector<const apps::application*>& apps,
                              const std::vector<std::string>& present);

}  // namespace ndweave::harness
