#include "compiler/passes/printing/printf_format.hpp"

namespace ndweave::compiler {
namespace {

class scanner {
public:
    explicit scanner(llvm::StringRef rest) : rest_(rest) {}

    llvm::SmallVector<format_part> run() {
        while (!rest_.empty()) {
            const llvm::StringRef text = take_text();
            if (!text.empty()) {
                parts_.emplace_back().text = text.str();
            } else {
                take_conversion();
            }
        }
        return std::move(parts_);
    }

private:
    /// Up to the next conversion.
    llvm::StringRef take_text() {
        std::size_t at = 0;
        while (at < rest_.size() && (rest_[at] != '%' || rest_.substr(at).starts_with("%%"))) {
            at += rest_[at] == '%' ? 2 : 1;
        }
        const llvm::StringRef text = rest_.take_front(at);
        rest_ = rest_.drop_front(at);
        return text;
    }

    std::string take(llvm::StringRef letters) {
        const llvm::StringRef taken = rest_.take_while([&](char c) { return letters.contains(c); });
        rest_ = rest_.drop_front(taken.size());
        return taken.str();
    }

    std::string take_number() { return rest_.consume_front("*") ? "*" : take("0123456789"); }

    std::string take_length() {
        for (const char* length : {"hh", "h", "ll", "l", "q", "j", "z", "t", "L"}) {
            if (rest_.consume_front(length)) return length;
        }
        return {};
    }

    void take_conversion() {
        const llvm::StringRef whole = rest_;
        rest_ = rest_.drop_front();
        format_part& part = parts_.emplace_back();
        part.flags = take("-+ #0");
        part.width = take_number();
        if (rest_.consume_front(".")) part.precision = "." + take_number();
        part.length = take_length();
        part.conversion = rest_.empty() ? '?' : rest_.front();
        rest_ = rest_.drop_front(rest_.empty() ? 0 : 1);
        part.text = whole.drop_back(rest_.size()).str();
    }

    llvm::StringRef rest_;
    llvm::SmallVector<format_part> parts_;
};

}  // namespace

llvm::SmallVector<format_part> parts_of(llvm::StringRef format) { return scanner(format).run(); }

}  // namespace ndweave::compiler
