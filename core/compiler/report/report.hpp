/// What a compilation says about itself: the JSON object that a compiled kernel carries.
#pragma once

#include <llvm/Support/JSON.h>

#include <algorithm>
#include <optional>
#include <string>

namespace ndweave::compiler {

class report {
public:
    /// Sets a field: "strategy", "reason", "vector_width", ...
    void set(llvm::StringRef field, llvm::json::Value value) { fields_[field] = std::move(value); }

    /// A remark in the user's terms. `kind` is "note" or "error".
    void add_remark(llvm::StringRef kind, llvm::StringRef text);

    /// What describe_loop() makes of a remark, in the order in which LLVM gives them.
    void add_loop(llvm::json::Object loop);

    /// A step of the pipeline and the time that it took.
    void add_step(llvm::StringRef name, double milliseconds);

    /// The names of the steps so far: "front, inline".
    std::string step_names() const;

    std::string text();

private:
    void close_loop(llvm::json::Object loop);

    llvm::json::Object fields_;
    std::int64_t vector_width_ = 1;
    llvm::json::Array loops_;
    std::optional<llvm::json::Object> reason_;  // that waits for its verdict
    llvm::json::Array remarks_;
    llvm::json::Array steps_;
};

}  // namespace ndweave::compiler
