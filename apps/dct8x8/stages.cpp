#include "stages.hpp"

#include "meter.hpp"
#include "reference.hpp"
#include "setup.hpp"

namespace ndweave::apps::dct8x8 {

std::vector<result> measure_stages(const context& run, const image& im, const quantization& table, stages& s) {
    int done = 0;
    const auto timed = [&](const char* stage, const auto& once) {
        if (run.progress) run.progress(stage, done++ / 5.0);
        timing times = sample(run, [&] {
            once();
            s.wait();
        });
        times.event_samples = s.event_samples(run, once);
        return times;
    };
    std::vector<result> rows;
    timing times = timed("forward", [&] { s.forward(); });
    const std::vector<float> spectrum = s.coefficients();
    rows.push_back(make_row("forward", im, transform_work, std::move(times), verify_forward(im, spectrum)));
    times = timed("quantize", [&] { s.quantize(); });
    const std::vector<std::int16_t> levels = s.levels();
    rows.push_back(
        make_row("quantize", im, quantize_work, std::move(times), verify_quantize(im, table, spectrum, levels)));
    times = timed("dequantize", [&] { s.dequantize(); });
    const std::vector<float> restored = s.restored();
    rows.push_back(
        make_row("dequantize", im, quantize_work, std::move(times), verify_dequantize(im, table, levels, restored)));
    times = timed("inverse", [&] { s.inverse(); });
    rows.push_back(make_row("inverse", im, transform_work, std::move(times), verify_inverse(im, restored, s.pixels())));
    times = timed("total", [&] {
        s.forward();
        s.quantize();
        s.dequantize();
        s.inverse();
    });
    rows.push_back(make_row("total", im, round_trip_work, std::move(times), verify_round_trip(im, table, s.pixels())));
    rows.back().event_scope = "span";
    return rows;
}

}  // namespace ndweave::apps::dct8x8
