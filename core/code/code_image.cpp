#include "code/code_image.hpp"

#include <algorithm>

#include "code/byte_stream.hpp"

namespace ndweave::code {

namespace {

/// Written by a writer, read by a reader.
template <class Stream, class Image>
void visit(Stream& s, Image& image) {
    s.text(image.bytes);
    s.number(image.writable);
    s.number(image.entry);
    s.each(image.addresses, [&](auto& at) { s.number(at); });
    s.each(image.imports, [&](auto& one) {
        s.text(one.name);
        s.number(one.slot);
    });
}

bool points_into_itself(const code_image& image) {
    const std::uint64_t size = image.bytes.size();
    const auto holds_address = [size](std::uint64_t at) { return size >= 8 && at <= size - 8; };
    return image.entry < size && image.writable <= size && std::ranges::all_of(image.addresses, holds_address) &&
           std::ranges::all_of(image.imports, holds_address, &code_image::import::slot) &&
           (image.writable == size || image.writable % page_bytes == 0);
}

}  // namespace

std::string encode(const code_image& image) {
    byte_writer w;
    visit(w, image);
    return std::move(w.out);
}

std::optional<code_image> decode(std::string_view bytes) {
    byte_reader r(bytes);
    code_image image;
    visit(r, image);
    if (!r.ok || !r.rest().empty() || !points_into_itself(image)) return std::nullopt;
    return image;
}

}  // namespace ndweave::code
