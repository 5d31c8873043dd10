/// A line of PTX, as LLVM 19 writes it.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler::ptx {

/// "\tadd.s32 \t%r1, %r2, 7;" is {"add.s32", {"%r1", "%r2", "7"}}. Registers in braces are one operand.
struct statement {
    explicit statement(llvm::StringRef line);

    llvm::StringRef opcode;
    llvm::SmallVector<llvm::StringRef, 4> operands;
};

/// What stands between commas that no brackets or braces hold.
llvm::SmallVector<llvm::StringRef, 4> split_operands(llvm::StringRef list);

}  // namespace ndweave::compiler::ptx
