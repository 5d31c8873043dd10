#include "image.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include "app.hpp"
#include "snapshot.hpp"

namespace ndweave::apps::dct8x8 {
namespace {

class pgm_reader {
public:
    explicit pgm_reader(const std::string& path) : path_(path), in_(path, std::ios::binary) {
        if (!in_) fail(std::string("cannot be read: ") + std::strerror(errno));
    }

    image read() {
        char magic[2] = {};
        in_.read(magic, 2);
        if (!in_ || magic[0] != 'P' || (magic[1] != '2' && magic[1] != '5'))
            fail("is no PGM file: it does not start with P2 or P5");
        image made;
        made.width = number("width", 1, 1 << 20);
        made.height = number("height", 1, 1 << 20);
        const std::uint32_t maximum = number("largest value", 1, 65535);
        if (std::uint64_t{made.width} * made.height > (std::uint64_t{1} << 31)) fail("has more than 2^31 pixels");
        made.pixels.resize(std::size_t{made.width} * made.height);
        const bool raw = magic[1] == '5';
        if (raw) in_.get();
        for (float& p : made.pixels) {
            const std::uint32_t v = raw ? sample(maximum) : number("pixel", 0, 65535);
            if (v > maximum)
                fail("has a pixel of " + std::to_string(v) + ", above its largest value of " + std::to_string(maximum));
            p = 255.0f * static_cast<float>(v) / static_cast<float>(maximum);
        }
        return made;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw usage_error("image " + path_ + " " + what); }

    std::uint32_t number(const char* what, std::uint32_t least, std::uint32_t most) {
        in_ >> std::ws;
        while (in_.peek() == '#') {
            std::string comment;
            std::getline(in_, comment);
            in_ >> std::ws;
        }
        std::uint64_t v = 0;
        if (!(in_ >> v)) fail(std::string("ends before its ") + what + " or has no number there");
        if (v < least || v > most) fail(std::string("has a ") + what + " of " + std::to_string(v));
        return static_cast<std::uint32_t>(v);
    }

    std::uint32_t sample(std::uint32_t maximum) {
        const int high = maximum > 255 ? in_.get() : 0;
        const int low = in_.get();
        if (!in_) fail("ends before its last pixel");
        return static_cast<std::uint32_t>(high * 256 + low);
    }

    std::string path_;
    std::ifstream in_;
};

image padded(const image& from) {
    image to;
    to.width = (from.width + 7) / 8 * 8;
    to.height = (from.height + 7) / 8 * 8;
    to.pixels.resize(std::size_t{to.width} * to.height);
    for (std::uint32_t y = 0; y < to.height; ++y) {
        for (std::uint32_t x = 0; x < to.width; ++x) {
            const std::size_t source =
                std::size_t{std::min(y, from.height - 1)} * from.width + std::min(x, from.width - 1);
            to.pixels[std::size_t{y} * to.width + x] = from.pixels[source];
        }
    }
    return to;
}

}  // namespace

image read_pgm(const std::string& path) { return padded(pgm_reader(path).read()); }

void write_image(const std::string& path, const image& im) {
    std::vector<std::uint8_t> grey;
    grey.reserve(im.pixels.size());
    for (const float p : im.pixels) grey.push_back(static_cast<std::uint8_t>(std::clamp(std::lround(p), 0L, 255L)));
    write_pgm(path, im.width, im.height, grey);
}

image generate(std::uint32_t width, std::uint32_t height) {
    image im{width, height, std::vector<float>(std::size_t{width} * height)};
    std::uint32_t noise = 2463534242u;  // xorshift32
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            noise ^= noise << 13;
            noise ^= noise >> 17;
            noise ^= noise << 5;
            const std::uint32_t dx = x % 512 - 256, dy = y % 512 - 256;  // wrap-around is a square's
            const float disc = dx * dx + dy * dy < 180 * 180 ? 60.0f : 0.0f;
            const float slope = static_cast<float>((x + 2 * y) % 1024) * (100.0f / 1024);
            const float check = ((x / 37 + y / 53) & 1) != 0 ? 25.0f : 0.0f;
            im.pixels[std::size_t{y} * width + x] = 20 + disc + slope + check + static_cast<float>(noise >> 27);
        }
    }
    return im;
}

}  // namespace ndweave::apps::dct8x8
