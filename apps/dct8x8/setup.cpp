#include "setup.hpp"

#include "transform.hpp"

namespace ndweave::apps::dct8x8 {
namespace {

struct extent {
    std::int64_t width, height;
};

extent extent_of_size(const std::string& size) {
    if (size == "small") return {512, 512};
    if (size == "medium") return {3200, 2048};
    return {3200, 16384};
}

std::uint32_t side(const context& run, const char* key, std::int64_t fallback) {
    const std::int64_t n = run.params.integer(key, fallback, 8, 1 << 20);
    if (n % 8 != 0)
        throw usage_error(std::string("parameter ") + key + ": " + std::to_string(n) + " is not a multiple of 8");
    return static_cast<std::uint32_t>(n);
}

}  // namespace

image make_image(const context& run) {
    if (run.params.has("image")) return read_pgm(run.params.text("image", ""));
    const extent standard = extent_of_size(run.size);
    return generate(side(run, "width", standard.width), side(run, "height", standard.height));
}

quantization make_quantization(const context& run) {
    return quantization(static_cast<int>(run.params.integer("quality", 75, 1, 100)));
}

std::vector<float> transform_matrix_entries() {
    std::vector<float> matrix(64);
    for (int u = 0; u < 8; ++u) {
        for (int i = 0; i < 8; ++i)
            matrix[static_cast<std::size_t>(u * 8 + i)] = static_cast<float>(matrix_entry(u, i));
    }
    return matrix;
}

result make_row(const char* stage, const image& im, work_per_pixel work, timing times, verification check) {
    const double pixels = static_cast<double>(im.pixels.size());
    result r;
    r.kernel = stage;
    r.samples = std::move(times.samples);
    r.first_seconds = times.first_seconds;
    r.timing_scope = "device";
    r.event_samples = std::move(times.event_samples);
    r.bytes = work.bytes * pixels;
    r.flops = work.flops * pixels;
    r.precision = "fp32";
    r.fom = {"Gpx/s", true, pixels * 1e-9, statistic::median};
    r.check = std::move(check);
    r.notes["width"] = std::to_string(im.width);
    r.notes["height"] = std::to_string(im.height);
    return r;
}

}  // namespace ndweave::apps::dct8x8
