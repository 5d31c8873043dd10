/// C's format strings, taken apart.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <string>

namespace ndweave::compiler {

/// Text, or "%" with all that belongs to it.
struct format_part {
    std::string flags;             // of "-+ #0"
    std::string width, precision;  // digits, "*" or nothing; the precision with its point
    std::string length;            // "hh", "h", "l", "ll", "q", "j", "z", "t", "L" or nothing
    char conversion = 0;           // 0: text
    std::string text;              // as it stands in the format; of text with "%%" as it stands

    bool takes_width() const { return width == "*"; }
    bool takes_precision() const { return precision == ".*"; }
    unsigned arguments() const { return conversion == 0 ? 0u : 1u + takes_width() + takes_precision(); }
};

/// A conversion that C does not have keeps its letter; one that the format ends in has the letter '?'.
llvm::SmallVector<format_part> parts_of(llvm::StringRef format);

}  // namespace ndweave::compiler
