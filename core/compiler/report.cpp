#include "compiler/report.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>

namespace ndweave::compiler {

void report::add_remark(llvm::StringRef kind, llvm::StringRef text, llvm::StringRef file, unsigned line) {
    llvm::json::Object remark{{"kind", kind}, {"text", llvm::json::fixUTF8(text)}};
    if (line != 0) {
        remark["file"] = llvm::json::fixUTF8(file);
        remark["line"] = line;
    }
    const llvm::json::Value value(std::move(remark));
    if (!llvm::is_contained(remarks_, value)) remarks_.push_back(value);
}

void report::add_step(llvm::StringRef name, double milliseconds) {
    steps_.push_back(llvm::json::Object{{"step", name}, {"ms", milliseconds}});
}

std::string report::text() const {
    llvm::json::Object whole = fields_;
    whole["vector_width"] = vector_width_;
    whole["remarks"] = llvm::json::Array(remarks_);
    whole["steps"] = llvm::json::Array(steps_);
    return llvm::formatv("{0}", llvm::json::Value(std::move(whole))).str();
}

}  // namespace ndweave::compiler
