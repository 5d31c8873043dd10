#include "snapshot.hpp"

#include <bit>
#include <cstdint>
#include <fstream>

#include "tests/run_app.hpp"
#include "tests/scratch.hpp"

namespace ndweave::apps {
namespace {

using testing::expect_verified;
using testing::run_app;
using testing::usage_error_of;

std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

double big_endian(const char* bytes) {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
    return std::bit_cast<double>(bits);
}

TEST(Snapshot, PicturesGoFromTheLeastToTheLargestValueRowsFromBelow) {
    const std::string path = testing::scratch_path("field.pgm");
    write_pgm_of_field(path, 3, {1, 2, 3, 3, 3, 1});
    EXPECT_EQ(content_of(path), std::string("P5\n3 2\n255\n\xff\xff\0\0\x80\xff", 17));
}

TEST(Snapshot, AFieldOfOneValueIsBlack) {
    const std::string path = testing::scratch_path("flat.pgm");
    write_pgm_of_field(path, 2, {5, 5});
    EXPECT_EQ(content_of(path), std::string("P5\n2 1\n255\n\0\0", 13));
}

TEST(Snapshot, OfLuleshHoldsTheDeformedMeshAndItsFields) {
    const std::string path = testing::scratch_path("blast.vtk");
    const auto rows = run_app("lulesh", {{"s", "5"}, {"snapshot", path}});
    expect_verified(rows);
    const std::string text = content_of(path);
    const auto after = [&](const std::string& words) { return text.data() + text.find(words) + words.size(); };
    EXPECT_NE(text.find("POINTS 216 double\n"), std::string::npos);
    EXPECT_NE(text.find("CELLS 125 1125\n"), std::string::npos);
    EXPECT_NE(text.find("CELL_TYPES 125\n"), std::string::npos);
    // Node 1 has moved along x, away from the origin, but stays on the planes y = 0 and z = 0.
    const char* const node = after("POINTS 216 double\n") + 3 * sizeof(double);
    EXPECT_GT(big_endian(node), 1.125 / 5);
    EXPECT_EQ(big_endian(node + sizeof(double)), 0);
    const double origin_energy = big_endian(after("SCALARS energy double 1\nLOOKUP_TABLE default\n"));
    EXPECT_NEAR(origin_energy / 7853.665102145845, 1, 1e-8);
}

TEST(Snapshot, OfLuleshAsAPictureIsThePlaneOfSymmetry) {
    const std::string path = testing::scratch_path("blast.pgm");
    expect_verified(run_app("lulesh", {{"s", "6"}, {"snapshot", path}}));
    const std::string text = content_of(path);
    ASSERT_EQ(text.size(), std::string("P5\n6 6\n255\n").size() + 36);
    const auto pixel = [&](std::size_t column, std::size_t row) {
        return text[text.size() - 36 + (5 - row) * 6 + column];
    };
    for (std::size_t a = 0; a < 6; ++a) {
        for (std::size_t b = 0; b < a; ++b) EXPECT_NEAR(pixel(a, b), pixel(b, a), 1) << a << ' ' << b;
    }
}

TEST(Snapshot, BadNamesAreRefused) {
    EXPECT_NE(usage_error_of("lulesh", {{"snapshot", "blast.png"}}).find(".pgm or .vtk"), std::string::npos);
    EXPECT_NE(usage_error_of("lulesh", {{"s", "3"}, {"snapshot", "/no/such/folder/a.vtk"}}).find("/no/such/folder"),
              std::string::npos);
}

}  // namespace
}  // namespace ndweave::apps
