#include <filesystem>
#include <fstream>

#include "minibude/deck.hpp"
#include "minibude/verify.hpp"
#include "tests/run_app.hpp"
#include "tests/scratch.hpp"

namespace ndweave::apps {
namespace {

using testing::expect_verified;
using testing::run_app;
using testing::usage_error_of;

/// Upstream's deck, where it is kept beside the checkout.
std::filesystem::path upstream_deck() {
    return std::filesystem::path(NDWEAVE_SOURCE_DIR) / ".." / "shared" / "data" / "minibude-bm1";
}

TEST(MiniBude, EveryPosesPerItemAgreesWithTheReference) {
    for (const char* ppwi : {"1", "2", "4", "8"}) {
        SCOPED_TRACE(ppwi);
        expect_verified(run_app("minibude", {{"poses", "197"}, {"ppwi", ppwi}, {"wg", "16"}}));
    }
}

TEST(MiniBude, OddWorkGroupsAndFewPoses) {
    expect_verified(run_app("minibude", {{"poses", "1"}, {"ppwi", "4"}, {"wg", "3"}}));
    expect_verified(run_app("minibude", {{"poses", "61"}, {"ppwi", "2"}, {"wg", "5,7"}}));
}

TEST(MiniBude, UpstreamsDeckAgreesWithItsEnergies) {
    if (!std::filesystem::exists(upstream_deck())) GTEST_SKIP() << "no upstream deck beside the checkout";
    const auto rows =
        run_app("minibude", {{"deck", upstream_deck().string()}, {"poses", "256"}, {"ppwi", "2"}, {"wg", "64"}});
    expect_verified(rows);
    EXPECT_EQ(rows.at(0).notes.at("poses"), "256");
}

TEST(MiniBude, TheDoublePrecisionReferenceAgreesWithUpstreams) {
    if (!std::filesystem::exists(upstream_deck())) GTEST_SKIP() << "no upstream deck beside the checkout";
    minibude::deck d = minibude::read_deck(upstream_deck().string(), 64);
    const std::vector<float> upstream(d.reference.begin(), d.reference.end());
    d.reference.clear();
    const verification v = minibude::verify(upstream, minibude::reference_of(d, 64));
    EXPECT_TRUE(v.passed) << v.value;
}

TEST(MiniBude, AWrongEnergyFailsTheVerification) {
    const minibude::deck d = minibude::generate_deck(8, 50, 5);
    const minibude::reference_energies r = minibude::reference_of(d, 8);
    std::vector<float> energies(r.energies.begin(), r.energies.end());
    EXPECT_TRUE(minibude::verify(energies, r).passed);
    for (const float wrong : {energies[3] * 1.001f + 2, -energies[3] - 2, std::numeric_limits<float>::quiet_NaN()}) {
        std::vector<float> changed = energies;
        changed[3] = wrong;
        EXPECT_FALSE(minibude::verify(changed, r).passed) << wrong;
    }
}

TEST(MiniBude, BadInputIsRefused) {
    EXPECT_NE(usage_error_of("minibude", {{"ppwi", "3"}}).find("powers of two"), std::string::npos);
    EXPECT_NE(usage_error_of("minibude", {{"wg", "64,"}}).find("parameter wg"), std::string::npos);
    EXPECT_NE(usage_error_of("minibude", {{"deck", "/nowhere"}}).find("not a folder"), std::string::npos);
    const std::filesystem::path folder = testing::scratch_path("bad-deck");
    std::filesystem::create_directories(folder);
    for (const char* name : {"forcefield.in", "protein.in", "ligand.in", "poses.in"})
        std::ofstream(folder / name) << "thirteen bytes";
    EXPECT_NE(usage_error_of("minibude", {{"deck", folder.string()}}).find("not a whole number of records"),
              std::string::npos);
}

}  // namespace
}  // namespace ndweave::apps
