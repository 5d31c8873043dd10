/// What a module tells about the host build and device code must not carry.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::extract {

/// Lets the loops be unrolled that a build at -O1 keeps as they are: clang writes the same hint on all of them there as
/// `#pragma nounroll` writes on one, so that -O1 knows no such pragma in kernels.
void allow_unrolling(llvm::Module& module);

/// Takes out the checks and counters that clang itself emitted (UBSan, profiling, coverage: their runtimes do not exist
/// on a device, so kernels run unchecked), attributes of sanitizers and stack protectors, module flags and metadata of
/// the host build, and of the debug information everything but line tables and note_variable_names().
void remove_host_traces(llvm::Module& module);

}  // namespace ndweave::extract
