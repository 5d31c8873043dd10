#include "compiler/cache/entry_format.hpp"

#include <llvm/Support/Endian.h>

#include "compiler/cache/checksum.hpp"

namespace ndweave::compiler::cache {
namespace {

constexpr llvm::StringRef magic = "NDWKERN\n";

class writer {
public:
    void number(std::uint64_t value) {
        char bytes[8];
        llvm::support::endian::write64le(bytes, value);
        out.append(bytes, 8);
    }
    void text(llvm::StringRef value) {
        number(value.size());
        out.append(value.data(), value.size());
    }
    template <class T, class Visit>
    void each(const std::vector<T>& elements, Visit visit) {
        number(elements.size());
        for (const T& one : elements) visit(one);
    }

    std::string out;
};

/// Reads until something does not fit; `ok` then stays false.
class reader {
public:
    explicit reader(llvm::StringRef bytes) : left_(bytes) {}

    std::uint64_t number() { return take(8) ? llvm::support::endian::read64le(taken_.data()) : 0; }
    llvm::StringRef text() { return raw(number()); }
    llvm::StringRef raw(std::uint64_t size) { return take(size) ? taken_ : llvm::StringRef(); }
    llvm::StringRef rest() const { return left_; }

    // As a writer, into what is named.
    template <class Number>
    void number(Number& value) {
        value = static_cast<Number>(number());
    }
    void text(std::string& value) { value = text().str(); }
    template <class T, class Visit>
    void each(std::vector<T>& elements, Visit visit) {
        for (std::uint64_t left = number(); left != 0 && ok; --left) visit(elements.emplace_back());
    }

    bool ok = true;

private:
    bool take(std::uint64_t size) {
        ok = ok && size <= left_.size();
        if (!ok) return false;
        taken_ = left_.take_front(size);
        left_ = left_.drop_front(size);
        return true;
    }

    llvm::StringRef left_, taken_;
};

/// Everything of an entry that is kept, in order: written by a writer, read by a reader.
template <class Stream, class Entry>
void visit_payload(Stream& s, Entry& e) {
    s.text(e.made.code);
    s.text(e.made.entry_name);
    s.each(e.made.parameters, [&](auto& p) {
        s.number(p.kind);
        s.number(p.offset);
        s.number(p.size);
    });
    s.each(e.made.aligned_pointers, [&](auto& offset) { s.number(offset); });
    s.each(e.made.distinct_pointers, [&](auto& offset) { s.number(offset); });
    s.number(e.made.written_pointer_count);
    s.number(e.made.written_pointers_apart);
    s.number(e.made.coarsening);
    s.number(e.made.items_in_loops);
    s.number(e.made.direct);
    s.number(e.made.strategy);
    s.text(e.made.reason);
    s.number(e.made.arena_bytes);
    s.number(e.made.scratch_bytes);
    s.each(e.made.local_arrays, [&](auto& a) {
        s.number(a.offset);
        s.number(a.bytes);
    });
    s.number(e.made.local_bytes);
    s.each(e.made.deciding_captures, [&](auto& c) {
        s.number(c.offset);
        s.number(c.bytes);
    });
    s.number(e.made_in_us);
    s.number(e.made.uses_barrier);
    s.number(e.made.sub_group_size);
    s.text(e.report);
}

std::string encode_payload(const entry& what) {
    writer w;
    visit_payload(w, what);
    return std::move(w.out);
}

std::optional<entry> decode_payload(llvm::StringRef payload) {
    reader r(payload);
    entry what;
    visit_payload(r, what);
    if (!r.ok || !r.rest().empty()) return std::nullopt;
    return what;
}

}  // namespace

std::string encode(llvm::StringRef key, const entry& what) {
    const std::string payload = encode_payload(what);
    const checksum sum = checksum_of(payload);
    writer w;
    w.out.append(magic.data(), magic.size());
    w.text(key);
    w.number(payload.size());
    w.out.append(reinterpret_cast<const char*>(sum.data()), sum.size());
    return w.out + payload;
}

std::optional<entry> decode(llvm::StringRef key, llvm::StringRef bytes) {
    reader r(bytes);
    if (r.raw(magic.size()) != magic || r.text() != key) return std::nullopt;
    const std::uint64_t size = r.number();
    const llvm::StringRef kept = r.raw(sizeof(checksum));
    if (!r.ok || r.rest().size() != size) return std::nullopt;
    if (llvm::ArrayRef(kept.bytes_begin(), kept.size()) != llvm::ArrayRef(checksum_of(r.rest()))) return std::nullopt;
    return decode_payload(r.rest());
}

}  // namespace ndweave::compiler::cache
