/// Facts of the machine that measures. Everything is read from an allow-list of places; no environment dump.
#pragma once

#include "record/safe_json.hpp"

namespace ndweave::harness {

/// Facts that are constant for one machine: CPU model, counts, caches, hypervisor.
json hardware_facts();

/// Facts of the software below us: kernel, compiler, flags, governor, page and address settings, microcode.
json environment_facts();

/// Facts that drift: load, clocks, free memory, limits. Data only, never part of an identity.
json moment_facts();

/// What was built: version, commit, whether the tree was clean, build type.
json code_facts();

/// 16 hexadecimal digits of the text of `facts` (FNV-1a, 64 bits).
std::string fingerprint(const json& facts);

}  // namespace ndweave::harness
