/// The kernels of the apps that are linked into this program, launched or not, and how the runtime has them compiled.
#pragma once

#include <string>
#include <vector>

#include "compiler/abi.h"
#include "ndweave/detail/kernel.hpp"

namespace ndweave::gpu::testing {

/// Kernels with bitcode, each code once, in the order of their names. Reads the symbol table of the running program,
/// which must not be stripped.
std::vector<const detail::kernel_record*> kernel_records();

bool contains(const detail::kernel_record& k, const std::string& part);

/// Whether the app asks for fast-math.
bool is_fast(const detail::kernel_record& k);

/// False for the reductions that LULESH keeps for CPUs.
bool runs_on_gpus(const detail::kernel_record& k);

/// False for those of miniBUDE's variants for which a work-item has no `registers` of 32 bits: it holds 16 floats for
/// each of its poses.
bool fits_registers(const detail::kernel_record& k, unsigned registers);

/// Work-groups as the runtime and the apps choose them; the target's own fields are left open.
ndw_compile_request request_for(const detail::kernel_record& k);

}  // namespace ndweave::gpu::testing
