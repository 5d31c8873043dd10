#include "app.hpp"
#include "device_array.hpp"
#include "kernels.hpp"
#include "meter.hpp"
#include "reference.hpp"
#include "setup.hpp"

namespace ndweave::apps {
namespace dct8x8 {

namespace {

/// Every buffer starts as something no stage would leave, so that an unwritten element shows.
constexpr float poison = -3e30f;

std::vector<result> run_dct8x8(const context& run) {
    queue& q = *run.queue;
    const image im = make_image(run);
    const quantization table = make_quantization(run);
    const image_view view{im.width, im.height};
    const std::vector<float> matrix = transform_matrix_entries();

    const device_array<float> input(q, im.pixels), c(q, matrix);
    device_array<float> coefficients(q, std::vector<float>(im.pixels.size(), poison));
    const device_array<float> restored(q, std::vector<float>(im.pixels.size(), poison));
    const device_array<float> output(q, std::vector<float>(im.pixels.size(), poison));
    const device_array<std::int16_t> levels(q, std::vector<std::int16_t>(im.pixels.size(), -32768));

    int stages_done = 0;
    const auto timed = [&](const char* stage, const auto& submit) {
        if (run.progress) run.progress(stage, stages_done++ / 6.0);
        return sample(run, [&] {
            submit();
            q.wait();
        });
    };
    std::vector<result> rows;
    auto by_matrix =
        timed("forward_matrix", [&] { transform_matrix(q, view, c.get(), input.get(), coefficients.get()); });
    verification matrix_check = verify_forward(im, coefficients.to_host());
    if (const verification orthonormal = verify_matrix(matrix); !orthonormal.passed) matrix_check = orthonormal;
    rows.push_back(make_row("forward_matrix", im, 8, std::move(by_matrix), matrix_check));

    coefficients.assign(std::vector<float>(im.pixels.size(), poison));
    const auto forward = [&] { transform_separable<direction::forward>(q, view, input.get(), coefficients.get()); };
    const auto quantized = [&] { quantize(q, view, table, coefficients.get(), levels.get()); };
    const auto dequantized = [&] { dequantize(q, view, table, levels.get(), restored.get()); };
    const auto inverse = [&] { transform_separable<direction::inverse>(q, view, restored.get(), output.get()); };

    auto samples = timed("forward", forward);
    const std::vector<float> spectrum = coefficients.to_host();
    rows.push_back(make_row("forward", im, 8, std::move(samples), verify_forward(im, spectrum)));
    samples = timed("quantize", quantized);
    const std::vector<std::int16_t> quantized_levels = levels.to_host();
    rows.push_back(
        make_row("quantize", im, 6, std::move(samples), verify_quantize(im, table, spectrum, quantized_levels)));
    samples = timed("dequantize", dequantized);
    const std::vector<float> scaled = restored.to_host();
    rows.push_back(
        make_row("dequantize", im, 6, std::move(samples), verify_dequantize(im, table, quantized_levels, scaled)));
    samples = timed("inverse", inverse);
    rows.push_back(make_row("inverse", im, 8, std::move(samples), verify_inverse(im, scaled, output.to_host())));
    samples = timed("total", [&] {
        forward();
        quantized();
        dequantized();
        inverse();
    });
    const std::vector<float> pixels = output.to_host();
    rows.push_back(make_row("total", im, 28, std::move(samples), verify_round_trip(im, table, pixels)));
    if (run.params.has("output")) write_pgm(run.params.text("output", ""), {im.width, im.height, pixels});
    return rows;
}

}  // namespace
}  // namespace dct8x8

extern const application dct8x8_app{"dct8x8",
                                    "forward DCT, quantization and their inverses on 8x8 blocks of an image",
                                    {"width", "height", "quality", "image", "output"},
                                    dct8x8::run_dct8x8,
                                    {peer{"native", dct8x8::run_native}}};

}  // namespace ndweave::apps
