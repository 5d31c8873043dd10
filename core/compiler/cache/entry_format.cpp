#include "compiler/cache/entry_format.hpp"

#include <llvm/Support/Endian.h>

#include "compiler/cache/sha256.hpp"

namespace ndweave::compiler::cache {
namespace {

constexpr llvm::StringRef magic = "NDWKERN\n";
constexpr std::uint64_t version = 2;
constexpr std::size_t hash_bytes = 32;

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

    std::string out;
};

/// Reads until something does not fit; `ok` then stays false.
class reader {
public:
    explicit reader(llvm::StringRef bytes) : left_(bytes) {}

    std::uint64_t number() {
        if (!take(8)) return 0;
        return llvm::support::endian::read64le(taken_.data());
    }
    llvm::StringRef text() {
        const std::uint64_t size = number();
        return take(size) ? taken_ : llvm::StringRef();
    }
    llvm::StringRef raw(std::size_t size) { return take(size) ? taken_ : llvm::StringRef(); }
    llvm::StringRef rest() const { return left_; }

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

std::string encode_payload(const entry& what) {
    writer w;
    w.text(what.made.code);
    w.text(what.made.entry_name);
    w.number(what.made.parameters.size());
    for (const ndw_parameter& p : what.made.parameters) {
        for (const std::uint32_t field : {p.kind, p.offset, p.size}) w.number(field);
    }
    w.number(what.made.strategy);
    w.text(what.made.reason);
    w.number(what.made.arena_bytes);
    w.number(what.made.scratch_bytes);
    w.number(what.made.uses_barrier);
    w.number(what.made.sub_group_size);
    w.text(what.report);
    return std::move(w.out);
}

std::optional<entry> decode_payload(llvm::StringRef payload) {
    reader r(payload);
    entry what;
    what.made.code = r.text().str();
    what.made.entry_name = r.text().str();
    const std::uint64_t count = r.number();
    for (std::uint64_t i = 0; i < count && r.ok; ++i) {
        ndw_parameter p;
        p.kind = static_cast<std::uint32_t>(r.number());
        p.offset = static_cast<std::uint32_t>(r.number());
        p.size = static_cast<std::uint32_t>(r.number());
        what.made.parameters.push_back(p);
    }
    what.made.strategy = static_cast<std::uint32_t>(r.number());
    what.made.reason = r.text().str();
    what.made.arena_bytes = r.number();
    what.made.scratch_bytes = static_cast<std::uint32_t>(r.number());
    what.made.uses_barrier = static_cast<std::uint32_t>(r.number());
    what.made.sub_group_size = static_cast<std::uint32_t>(r.number());
    what.report = r.text().str();
    if (!r.ok || !r.rest().empty()) return std::nullopt;
    return what;
}

}  // namespace

std::string encode(llvm::StringRef key, const entry& what) {
    const std::string payload = encode_payload(what);
    const auto hash = sha256(payload);
    writer w;
    w.out.append(magic.data(), magic.size());
    w.number(version);
    w.text(key);
    w.number(payload.size());
    w.out.append(reinterpret_cast<const char*>(hash.data()), hash.size());
    return w.out + payload;
}

std::optional<entry> decode(llvm::StringRef key, llvm::StringRef bytes) {
    reader r(bytes);
    if (r.raw(magic.size()) != magic || r.number() != version || r.text() != key) return std::nullopt;
    const std::uint64_t size = r.number();
    const llvm::StringRef hash = r.raw(hash_bytes);
    if (!r.ok || r.rest().size() != size) return std::nullopt;
    const auto actual = sha256(r.rest());
    if (hash != llvm::StringRef(reinterpret_cast<const char*>(actual.data()), actual.size())) return std::nullopt;
    return decode_payload(r.rest());
}

}  // namespace ndweave::compiler::cache
