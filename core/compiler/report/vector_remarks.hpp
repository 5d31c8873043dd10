/// What LLVM's loop vectorizer says of a loop, in terms of a kernel's author.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/Support/JSON.h>

#include <optional>

namespace ndweave::compiler {

/// What a loop runs over, by the name of its header: "work-items", "work-groups", or "iterations" of the kernel's own
/// loop. See item_loops.cpp and entry.cpp for the names.
const char* loop_runs_over(llvm::StringRef header);

/// Why a loop was not vectorized. `remark` is the name of LLVM's remark ("CantVectorizeCall"), `text` its own words,
/// which are the answer where the remark is not known here.
std::string reason_against_vectors(llvm::StringRef remark, llvm::StringRef text);

/// The loop that a remark of the pass "loop-vectorize" is about: {"over", "file", "line"} and {"lanes", "interleave"},
/// {"reason"}, {"verdict"} or both of these; file and line where they are known. A reason without a verdict has the
/// place of what stands in the way, and the verdict on the loop, with its place, comes next. Nothing for other remarks.
std::optional<llvm::json::Object> describe_loop(const llvm::DiagnosticInfoIROptimization& remark);

}  // namespace ndweave::compiler
