#include "code/code_image.hpp"

#include <algorithm>
#include <utility>

#include "code/byte_stream.hpp"

namespace ndweave::code {

namespace {

constexpr auto visit = [](auto& s, auto& image) {
    s.text(image.bytes);
    s.number(image.writable);
    s.number(image.entry);
    s.each(image.addresses, [&](auto& at) { s.number(at); });
    s.each(image.imports, [&](auto& one) {
        s.text(one.name);
        s.number(one.slot);
    });
};

bool points_into_itself(const code_image& image) {
    const std::uint64_t size = image.bytes.size();
    const auto holds_address = [size](std::uint64_t at) { return size >= 8 && at <= size - 8; };
    return image.entry < size && image.writable <= size && std::ranges::all_of(image.addresses, holds_address) &&
           std::ranges::all_of(image.imports, holds_address, &code_image::import::slot) &&
           (image.writable == size || image.writable % page_bytes == 0);
}

}  // namespace

std::string encode(const code_image& image) { return to_bytes(image, visit); }

std::optional<code_image> decode(std::string_view bytes) {
    std::optional<code_image> image = from_bytes<code_image>(bytes, visit);
    return image && points_into_itself(*image) ? std::move(image) : std::nullopt;
}

}  // namespace ndweave::code
