/// Loads real shared objects that are broken in one way each.
#include <gtest/gtest.h>

#include <csignal>
#include <thread>
#include <vector>

#include "runtime/plugin/loading/library.hpp"
#include "runtime/plugin/loading/registry.hpp"

namespace ndweave::detail {
namespace {

std::string path_of(const std::string& way) {
    return std::string(NDWEAVE_BROKEN_PLUGINS) + "/" + way + "/ndweave-plugin-broken.so";
}

struct broken_case {
    const char* way;
    const char* reason;  // part of it
};

std::ostream& operator<<(std::ostream& out, const broken_case& c) { return out << c.way; }

class BrokenPlugin : public ::testing::TestWithParam<broken_case> {};

TEST_P(BrokenPlugin, IsAReportThatNamesTheReason) {
    const plugin_backend b =
        load_plugin_backend("broken", {std::string(NDWEAVE_BROKEN_PLUGINS) + "/" + GetParam().way});
    ASSERT_EQ(b.reports.size(), 1u);
    EXPECT_TRUE(b.devices.empty());
    EXPECT_FALSE(b.reports[0].loaded);
    EXPECT_EQ(b.reports[0].path, path_of(GetParam().way));
    EXPECT_NE(b.reports[0].reason.find(GetParam().reason), std::string::npos) << b.reports[0].reason;
    EXPECT_FALSE(b.reports[0].hint.empty());
}

INSTANTIATE_TEST_SUITE_P(Ways, BrokenPlugin,
                         ::testing::Values(broken_case{"crashes", "crashed while it was loaded"},
                                           broken_case{"aborts", "crashed while it was loaded: Aborted"},
                                           broken_case{"exits", "with exit status 7"},
                                           broken_case{"no_symbol", "exports no ndweave_plugin"},
                                           broken_case{"wrong_version", "speaks version 42"},
                                           broken_case{"too_small", "claims"}, broken_case{"too_large_claim", "claims"},
                                           broken_case{"missing_entry", "lacks the required entry launch"},
                                           broken_case{"wrong_name", "calls itself other"},
                                           broken_case{"unresolved", "ndweave_test_function_that_is_nowhere"},
                                           broken_case{"half_a_graph", "graph_begin"},
                                           broken_case{"wild_description", "crashed while it was loaded"},
                                           broken_case{"many_devices", "claims 4294967295 devices"}),
                         [](const auto& info) { return std::string(info.param.way); });

TEST(PluginVersions, OfTheFirstReleaseHaveNoEntryBehindItsEnd) {
    const plugin_library first = open_plugin(path_of("first_release"), "broken");
    ASSERT_TRUE(first.entries) << first.reason;
    EXPECT_NE(first.entries->last_error, nullptr);
    EXPECT_EQ(first.entries->event_record_blocking, nullptr);
}

TEST(PluginProbe, PluginThatHangsIsGivenUp) {
    const plugin_library library = probe_plugin(path_of("hangs"), "broken", 0.2);
    EXPECT_FALSE(library.entries);
    EXPECT_NE(library.reason.find("did not finish loading"), std::string::npos) << library.reason;
}

TEST(PluginProbe, ProgramThatIgnoresItsChildrenStillGetsAReport) {
    const auto old = std::signal(SIGCHLD, SIG_IGN);
    EXPECT_TRUE(probe_plugin(path_of("sound"), "broken").reason.empty());
    EXPECT_FALSE(probe_plugin(path_of("crashes"), "broken").reason.empty());
    std::signal(SIGCHLD, old);
}

TEST(PluginProbe, ManyThreadsMayProbeAtOnce) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([] {
            for (int i = 0; i < 5; ++i) {
                EXPECT_TRUE(probe_plugin(path_of("sound"), "broken").reason.empty());
                EXPECT_FALSE(probe_plugin(path_of("crashes"), "broken").reason.empty());
            }
        });
    }
    for (std::thread& t : threads) t.join();
}

}  // namespace
}  // namespace ndweave::detail
