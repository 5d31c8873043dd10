#include "code/cache/entry_format.hpp"

#include "code/byte_stream.hpp"
#include "code/cache/hash.hpp"

namespace ndweave::code::cache {
namespace {

constexpr std::string_view magic = "NDWKERN\n";

std::string_view as_text(const checksum& sum) { return {reinterpret_cast<const char*>(sum.data()), sum.size()}; }

}  // namespace

std::string encode(std::string_view key, const entry& what) {
    const std::string payload = code::encode(what);
    byte_writer w;
    w.out += magic;
    w.text(key);
    w.number(payload.size());
    w.out += as_text(checksum_of(payload));
    return w.out + payload;
}

std::optional<entry> decode(std::string_view key, std::string_view bytes) {
    byte_reader r(bytes);
    if (r.raw(magic.size()) != magic || r.text() != key) return std::nullopt;
    const std::uint64_t size = r.number();
    const std::string_view kept = r.raw(sizeof(checksum));
    if (!r.ok || r.rest().size() != size || kept != as_text(checksum_of(r.rest()))) return std::nullopt;
    return decode_entry(r.rest());
}

}  // namespace ndweave::code::cache
