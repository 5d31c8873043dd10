#include "compiler/report/report.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FormatVariadic.h>

namespace ndweave::compiler {

void report::add_remark(llvm::StringRef kind, llvm::StringRef text) {
    const llvm::json::Value value(llvm::json::Object{{"kind", kind}, {"text", llvm::json::fixUTF8(text)}});
    if (!llvm::is_contained(remarks_, value)) remarks_.push_back(value);
}

void report::add_loop(llvm::json::Object loop) {
    const bool verdict = loop.erase("verdict");
    if (verdict && reason_ && !loop.get("reason")) {
        loop["reason"] = *reason_->get("reason");
        const auto line = reason_->getInteger("line");  // instructions that passes made may have none
        if (line && line != loop.getInteger("line")) {
            loop["because"] = llvm::json::Object{{"file", *reason_->get("file")}, {"line", *reason_->get("line")}};
        }
        reason_.reset();
    }
    if (reason_) close_loop(std::move(*reason_));
    reason_.reset();
    if (verdict || loop.get("lanes")) {
        close_loop(std::move(loop));
    } else {
        reason_ = std::move(loop);
    }
}

void report::close_loop(llvm::json::Object loop) {
    vector_width_ = std::max(vector_width_, loop.getInteger("lanes").value_or(1));
    if (!loop.get("lanes")) loop.try_emplace("reason", "no reason is known");
    const llvm::json::Value value(std::move(loop));
    if (!llvm::is_contained(loops_, value)) loops_.push_back(value);
}

void report::add_step(llvm::StringRef name, double milliseconds) {
    steps_.push_back(llvm::json::Object{{"step", name}, {"ms", milliseconds}});
}

std::string report::step_names() const {
    std::string names;
    for (const llvm::json::Value& step : steps_) {
        if (!names.empty()) names += ", ";
        names += step.getAsObject()->getString("step")->str();
    }
    return names;
}

std::string report::text() {
    if (reason_) close_loop(std::move(*reason_));
    reason_.reset();
    llvm::json::Object whole = fields_;
    whole["vector_width"] = vector_width_;
    whole["loops"] = llvm::json::Array(loops_);
    whole["remarks"] = llvm::json::Array(remarks_);
    whole["steps"] = llvm::json::Array(steps_);
    return llvm::formatv("{0}", llvm::json::Value(std::move(whole))).str();
}

}  // namespace ndweave::compiler
