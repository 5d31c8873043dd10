/// Every form of the kernels on the test's device, whichever of them the app takes there.
#include "dct8x8/kernels.hpp"

#include <random>

#include "dct8x8/reference.hpp"
#include "device_array.hpp"
#include "tests/run_app.hpp"

namespace ndweave::apps {
namespace {

using namespace dct8x8;

image random_image(std::uint32_t width, std::uint32_t height, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> grey(0, 255);
    image im{width, height, std::vector<float>(std::size_t{width} * height)};
    for (float& x : im.pixels) x = grey(random);
    return im;
}

struct form {
    const char* name;
    event (*forward)(queue&, image_view, const float*, float*);
    event (*inverse)(queue&, image_view, const float*, float*);
    event (*quantize)(queue&, image_view, const quantization&, const float*, std::int16_t*);
    event (*dequantize)(queue&, image_view, const quantization&, const std::int16_t*, float*);
};

constexpr form forms[] = {{"strips, one block a work-item", transform_separable<direction::forward>,
                           transform_separable<direction::inverse>, quantize<1>, dequantize<1>},
                          {"blocks, three blocks a work-item", transform_blocks<direction::forward>,
                           transform_blocks<direction::inverse>, quantize<3>, dequantize<3>},
                          {"blocks, eight blocks a work-item", transform_blocks<direction::forward>,
                           transform_blocks<direction::inverse>, quantize<8>, dequantize<8>}};

/// What the stages left, each from the output of the one before.
struct round_trip {
    std::vector<float> coefficients, restored, pixels;
    std::vector<std::int16_t> levels;
};

round_trip run(const form& f, const image& im, const quantization& table) {
    queue q;
    const image_view view{im.width, im.height};
    const std::vector<float> unwritten(im.pixels.size(), -3e30f);
    device_array<float> in(q, im.pixels), coefficients(q, unwritten), restored(q, unwritten), out(q, unwritten);
    device_array<std::int16_t> levels(q, std::vector<std::int16_t>(im.pixels.size(), -32768));
    f.forward(q, view, in.get(), coefficients.get());
    f.quantize(q, view, table, coefficients.get(), levels.get());
    f.dequantize(q, view, table, levels.get(), restored.get());
    f.inverse(q, view, restored.get(), out.get());
    q.wait();
    return {coefficients.to_host(), restored.to_host(), out.to_host(), levels.to_host()};
}

TEST(Dct8x8Kernels, EveryFormAgreesWithTheDefinition) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    const quantization table(80);
    for (const auto& [width, height] : {std::pair(8u, 8u), std::pair(24u, 72u), std::pair(128u, 64u)}) {
        const image im = random_image(width, height, seed);
        for (const form& f : forms) {
            SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height) + ", " + f.name);
            const round_trip r = run(f, im, table);
            for (const verification& v : {verify_forward(im, r.coefficients), verify_inverse(im, r.restored, r.pixels),
                                          verify_quantize(im, table, r.coefficients, r.levels),
                                          verify_dequantize(im, table, r.levels, r.restored)})
                EXPECT_TRUE(v.passed) << v.metric << ": " << v.value;
        }
    }
}

}  // namespace
}  // namespace ndweave::apps
