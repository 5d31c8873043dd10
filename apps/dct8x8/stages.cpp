#include "stages.hpp"

#include "meter.hpp"
#include "reference.hpp"
#include "setup.hpp"

namespace ndweave::apps::dct8x8 {

std::vector<result> measure_stages(const context& run, const image& im, const quantization& table, stages& s) {
    int done = 0;
    const auto timed = [&](const char* stage, const auto& once) {
        if (run.progress) run.progress(stage, done++ / 5.0);
        return sample(run, once);
    };
    std::vector<result> rows;
    auto samples = timed("forward", [&] { s.forward(); });
    const std::vector<float> spectrum = s.coefficients();
    rows.push_back(make_row("forward", im, 8, std::move(samples), verify_forward(im, spectrum)));
    samples = timed("quantize", [&] { s.quantize(); });
    const std::vector<std::int16_t> levels = s.levels();
    rows.push_back(make_row("quantize", im, 6, std::move(samples), verify_quantize(im, table, spectrum, levels)));
    samples = timed("dequantize", [&] { s.dequantize(); });
    const std::vector<float> restored = s.restored();
    rows.push_back(make_row("dequantize", im, 6, std::move(samples), verify_dequantize(im, table, levels, restored)));
    samples = timed("inverse", [&] { s.inverse(); });
    rows.push_back(make_row("inverse", im, 8, std::move(samples), verify_inverse(im, restored, s.pixels())));
    samples = timed("total", [&] {
        s.forward();
        s.quantize();
        s.dequantize();
        s.inverse();
    });
    rows.push_back(make_row("total", im, 28, std::move(samples), verify_round_trip(im, table, s.pixels())));
    return rows;
}

}  // namespace ndweave::apps::dct8x8
