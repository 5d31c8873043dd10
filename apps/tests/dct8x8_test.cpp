#include <cmath>
#include <random>

#include "dct8x8/image.hpp"
#include "dct8x8/transform.hpp"
#include "tests/run_app.hpp"
#include "tests/scratch.hpp"

namespace ndweave::apps {
namespace {

using testing::expect_verified;
using testing::run_app;
using testing::temporary_file;
using testing::usage_error_of;

TEST(Dct8x8, EveryStageAgreesWithTheDefinition) {
    expect_verified(run_app("dct8x8", {{"width", "128"}, {"height", "64"}}));
    expect_verified(run_app("dct8x8", {{"width", "8"}, {"height", "8"}, {"quality", "1"}}));
    expect_verified(run_app("dct8x8", {{"width", "72"}, {"height", "136"}, {"quality", "100"}}));
}

TEST(Dct8x8, ReadsAndWritesPgm) {
    const std::string in = testing::scratch_path("in.pgm"), out = testing::scratch_path("out.pgm");
    dct8x8::write_image(in, dct8x8::generate(64, 40));
    expect_verified(run_app("dct8x8", {{"image", in}, {"quality", "95"}, {"output", out}}));
    const dct8x8::image before = dct8x8::read_pgm(in), after = dct8x8::read_pgm(out);
    ASSERT_EQ(after.pixels.size(), before.pixels.size());
    double squares = 0;
    for (std::size_t i = 0; i < before.pixels.size(); ++i) squares += std::pow(after.pixels[i] - before.pixels[i], 2);
    EXPECT_LT(squares / static_cast<double>(before.pixels.size()), 20);
    EXPECT_GT(squares, 0) << "a lossy code that loses nothing did not run";
}

TEST(Dct8x8, PlainPgmWithCommentsIsPadded) {
    const std::string path = temporary_file("plain.pgm", "P2 # grey\n# size\n3 2\n15\n0 15 5\n10 0 15\n");
    const dct8x8::image im = dct8x8::read_pgm(path);
    EXPECT_EQ(im.width, 8u);
    EXPECT_EQ(im.height, 8u);
    EXPECT_FLOAT_EQ(im.pixels[1], 255);
    EXPECT_FLOAT_EQ(im.pixels[2], im.pixels[7]);
    EXPECT_FLOAT_EQ(im.pixels[8], im.pixels[56]);
}

TEST(Dct8x8, BadImagesAreRefused) {
    const auto refusal = [](const std::string& text) {
        return usage_error_of("dct8x8", {{"image", temporary_file("bad.pgm", text)}});
    };
    EXPECT_NE(refusal("JFIF").find("no PGM file"), std::string::npos);
    EXPECT_NE(refusal("P5\n4 4\n255\nabc").find("ends before its last pixel"), std::string::npos);
    EXPECT_NE(refusal("P2\n2 1\n10\n3 11\n").find("above its largest value"), std::string::npos);
    EXPECT_NE(refusal("P2\n0 1\n10\n").find("width of 0"), std::string::npos);
    EXPECT_NE(usage_error_of("dct8x8", {{"width", "12"}}).find("multiple of 8"), std::string::npos);
    for (const char* quality : {"0", "101", "best"})
        EXPECT_NE(usage_error_of("dct8x8", {{"quality", quality}}).find("parameter quality"), std::string::npos);
    EXPECT_NE(usage_error_of("dct8x8", {{"image", "/nowhere.pgm"}}).find("/nowhere.pgm"), std::string::npos);
}

TEST(Dct8x8Transform, InverseUndoesForwardAndTheMatrixIsItsDefinition) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-128, 127);
    for (int trial = 0; trial < 100; ++trial) {
        double v[8], transformed[8];
        for (double& x : v) x = uniform(random);
        std::copy(v, v + 8, transformed);
        dct8x8::forward(transformed);
        for (int u = 0; u < 8; ++u) {
            double sum = 0;
            for (int i = 0; i < 8; ++i)
                sum += (u == 0 ? std::sqrt(0.125) : 0.5) * std::cos((2 * i + 1) * u * std::acos(-1.0) / 16) * v[i];
            // Eight terms of at most 64, of angles up to 21 radian that are rounded twice: 2.4e-12.
            EXPECT_NEAR(transformed[u], sum, 1e-11);
        }
        dct8x8::inverse(transformed);
        for (int i = 0; i < 8; ++i) EXPECT_NEAR(transformed[i], v[i], 1e-11);
    }
}

}  // namespace
}  // namespace ndweave::apps
