/// What check mode calls the private arrays of kernels.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::extract {

/// Notes the names of local arrays and structures, which only debug information has, on their allocations: metadata
/// `ndweave.variable`. To be called before the names are removed from it.
void note_variable_names(llvm::Module& module);

}  // namespace ndweave::extract
