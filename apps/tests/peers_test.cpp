/// Peers that run on the host against the same checks as the apps themselves, at odd sizes.
#include <ndweave/queue.hpp>

#include "tests/run_app.hpp"

namespace ndweave::apps {
namespace {

using testing::expect_verified;

/// Runs every peer of the app but those for GPUs, which their own machine tests.
void expect_peers_verified(const std::string& name, std::map<std::string, std::string> parameters_of_run) {
    int peers = 0;
    for (const application* app : all()) {
        for (const peer& p : app->peers) {
            if (app->name != name || p.backend.ends_with("cuda")) continue;
            SCOPED_TRACE(p.backend);
            context run;
            run.backend = p.backend;
            run.size = "small";
            run.params = parameters(parameters_of_run);
            run.repeat = 3;
            expect_verified(p.run(run));
            ++peers;
        }
    }
    EXPECT_GT(peers, 0) << "no peer of " << name;
}

TEST(Peers, OfBabelStreamAreVerified) {
    expect_peers_verified("babelstream", {{"s", "1"}, {"n", "5"}});
    expect_peers_verified("babelstream", {{"s", "70001"}, {"n", "5"}});
    expect_peers_verified("babelstream", {{"s", "1013"}, {"n", "5"}, {"type", "float"}});
}

TEST(Peers, OfMiniBudeAreVerified) {
    expect_peers_verified("minibude", {{"poses", "1"}});
    expect_peers_verified("minibude", {{"poses", "197"}});
}

TEST(Peers, OfDct8x8AreVerified) {
    expect_peers_verified("dct8x8", {{"width", "8"}, {"height", "8"}, {"quality", "1"}});
    expect_peers_verified("dct8x8", {{"width", "72"}, {"height", "136"}, {"quality", "100"}});
}

}  // namespace
}  // namespace ndweave::apps
