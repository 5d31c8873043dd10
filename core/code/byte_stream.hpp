/// Numbers and texts as bytes: integers are little-endian 64-bit, a text is its length and itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ndweave::code {

class byte_writer {
public:
    void number(std::uint64_t value) {
        for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(value >> shift);
    }
    void text(std::string_view value) {
        number(value.size());
        out += value;
    }
    template <class T, class Visit>
    void each(const std::vector<T>& elements, Visit visit) {
        number(elements.size());
        for (const T& one : elements) visit(one);
    }

    std::string out;
};

/// Reads until something does not fit; `ok` then stays false.
class byte_reader {
public:
    explicit byte_reader(std::string_view bytes) : left_(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        if (!take(8)) return 0;
        for (int at = 7; at >= 0; --at)
            value = value << 8 | static_cast<unsigned char>(taken_[static_cast<unsigned>(at)]);
        return value;
    }
    std::string_view text() { return raw(number()); }
    std::string_view raw(std::uint64_t size) { return take(size) ? taken_ : std::string_view(); }
    std::string_view rest() const { return left_; }

    // As a writer, into what is named.
    template <class Number>
    void number(Number& value) {
        value = static_cast<Number>(number());
    }
    void text(std::string& value) { value = text(); }
    template <class T, class Visit>
    void each(std::vector<T>& elements, Visit visit) {
        for (std::uint64_t left = number(); left != 0 && ok; --left) visit(elements.emplace_back());
    }

    bool ok = true;

private:
    bool take(std::uint64_t size) {
        ok = ok && size <= left_.size();
        if (!ok) return false;
        taken_ = left_.substr(0, size);
        left_.remove_prefix(size);
        return true;
    }

    std::string_view left_, taken_;
};

/// What `visit(stream, value)` goes through, in order: a writer writes it, a reader reads it.
template <class Value, class Visit>
std::string to_bytes(const Value& value, Visit visit) {
    byte_writer w;
    visit(w, value);
    return std::move(w.out);
}

/// Nothing where the bytes are not a whole one.
template <class Value, class Visit>
std::optional<Value> from_bytes(std::string_view bytes, Visit visit) {
    byte_reader r(bytes);
    Value value;
    visit(r, value);
    if (!r.ok || !r.rest().empty()) return std::nullopt;
    return value;
}

}  // namespace ndweave::code
