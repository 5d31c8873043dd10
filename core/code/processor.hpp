/// What machine code for this processor depends on.
#pragma once

#include <string>

namespace ndweave::code {

/// Family, model and instruction sets, as the processor and the operating system say them (CPUID's leaves, XCR0).
/// Others of the same kind have the same.
const std::string& processor_identity();

}  // namespace ndweave::code
