/// The instruction sets of AMD's compiler (libamd_comgr, the code object manager used by hiprtc).
#pragma once

#include <string>

namespace ndweave::hip {

/// NDW_OK, or NDW_UNSUPPORTED or NDW_NO_DRIVER with the text set. hiprtc would crash on an architecture, or a feature
/// of one, that its compiler does not know. `library` is libamdhip64.
int check_architecture(void* library, const std::string& architecture);

}  // namespace ndweave::hip
