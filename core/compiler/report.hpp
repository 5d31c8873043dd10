/// What a compilation says about itself: the JSON object that a compiled kernel carries.
#pragma once

#include <llvm/Support/JSON.h>

#include <algorithm>
#include <string>

namespace ndweave::compiler {

class report {
public:
    /// Sets a field: "strategy", "reason", "vector_width", ...
    void set(llvm::StringRef field, llvm::json::Value value) { fields_[field] = std::move(value); }

    /// A remark in the user's terms. `kind` is "passed", "missed" or "note"; `line` is 0 where it is not known.
    void add_remark(llvm::StringRef kind, llvm::StringRef text, llvm::StringRef file, unsigned line);

    /// A step of the pipeline and the time that it took.
    void add_step(llvm::StringRef name, double milliseconds);

    /// A loop was vectorized with `lanes` lanes; the report tells the widest.
    void add_vector_width(unsigned lanes) { vector_width_ = std::max(vector_width_, lanes); }

    std::string text() const;

private:
    llvm::json::Object fields_;
    unsigned vector_width_ = 1;
    llvm::json::Array remarks_;
    llvm::json::Array steps_;
};

}  // namespace ndweave::compiler
