/// What a machine is called, so that records of machines of the same kind stand together.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "record/document.hpp"

namespace ndweave::harness {

/// One results file and its name.
struct named_results {
    std::string file;
    results found;
};

/// Whether a device is no AMD GPU but NVIDIA's, behind a look-alike of AMD's driver (plugins/hip/tests/lookalike): its
/// name says so.
bool is_look_alike(const std::string& device);

/// The identity of the machine that a row was measured on.
std::string host_of(const results& run, const record& row);

/// Kinds by identity, named as the folders of results/ are: "nvidia-h200" after the machine's GPU, "amd-epyc-2-cores"
/// after its processor where it has none. The identity itself where no record says what the machine is.
std::map<std::string, std::string> machine_kinds(const std::vector<named_results>& runs);

}  // namespace ndweave::harness
