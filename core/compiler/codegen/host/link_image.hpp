/// Makes an image, which the runtime loads, of an object.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include "code/code_image.hpp"

namespace ndweave::compiler::host {

/// Links `object`, an ELF relocatable for x86-64 of position-independent code, within itself (System V ABI, AMD64
/// supplement, 4.4: relocations of the small code model); what it does not define are imports. Unwind tables and
/// debug information are left behind. Pre: it defines `entry_name`.
llvm::Expected<code::code_image> link_image(llvm::StringRef object, llvm::StringRef entry_name);

}  // namespace ndweave::compiler::host
