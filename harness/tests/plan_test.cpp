#include "measure/plan.hpp"

#include <gtest/gtest.h>

#include "measure/ranks/launch.hpp"
#include "measure/ranks/rank.hpp"

namespace ndweave::harness {

namespace {

std::vector<std::string> keys(const run_options& options, const std::vector<std::string>& present = {}) {
    std::vector<std::string> result;
    for (const measurement& m : plan(options, apps::all(), present)) result.push_back(m.key());
    return result;
}

run_options options_for(std::vector<std::string> apps) {
    run_options options;
    options.apps = std::move(apps);
    return options;
}

std::string refusal(const run_options& options) {
    try {
        plan(options, apps::all(), {});
    } catch (const apps::usage_error& e) {
        return e.what();
    }
    return "accepted";
}

}  // namespace

TEST(Plan, CpuModesAreRowsOfTheirOwn) {
    run_options options = options_for({"steady"});
    options.backends = {"cpu", "native", "opencl"};
    options.strategies = {"loop", "cbs"};
    EXPECT_EQ(keys(options), (std::vector<std::string>{"steady/cpu:loop/small", "steady/cpu:cbs/small",
                                                       "steady/native/small", "steady/opencl/small"}));
}

TEST(Plan, NumbersOfRanksAreRowsOfTheirOwnWhereTheAppHasThem) {
    apps::application divided = *apps::all().front();
    divided.has_ranks = true;
    run_options options = options_for({divided.name});
    options.backends = {"cpu", "native"};
    options.ranks = {1, 4, 4};
    options.launcher = "srun";
    const std::vector<measurement> found = plan(options, {&divided}, {});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].key(), divided.name + "/cpu/small");
    EXPECT_EQ(found[0].launcher, "");
    EXPECT_EQ(found[1].key(), divided.name + "/cpu*4/small");
    EXPECT_EQ(found[1].launcher, "srun");
    EXPECT_EQ(found[2].key(), divided.name + "/native/small");
    options.device = 1;
    EXPECT_THROW(plan(options, {&divided}, {}), apps::usage_error);
    divided.has_ranks = false;
    options.device = 0;
    EXPECT_THROW(plan(options, {&divided}, {}), apps::usage_error);
}

TEST(Launch, TellsTheLauncherHowManyRanks) {
    measurement m;
    m.ranks = 3;
    std::vector<std::string> words = launch_command(m);
    ASSERT_EQ(words.size(), 6u);
    EXPECT_EQ(std::vector(words.begin(), words.begin() + 3), (std::vector<std::string>{"mpirun", "-n", "3"}));
    EXPECT_EQ(words[4], rank_subcommand);
    m.launcher = "srun --ntasks={ranks} 'a b'";
    words = launch_command(m);
    EXPECT_EQ(std::vector(words.begin(), words.begin() + 3), (std::vector<std::string>{"srun", "--ntasks=3", "a b"}));
    m.launcher = "nowhere/srun";
    EXPECT_NE(why_no_launcher(m).find("no launcher 'nowhere/srun' here"), std::string::npos);
    m.launcher = "sh";
    EXPECT_EQ(why_no_launcher(m), "");
}

TEST(Plan, AllMeansWhatIsPresent) {
    run_options options = options_for({"steady"});
    options.backends = {"all"};
    EXPECT_EQ(keys(options, {"cpu"}), (std::vector<std::string>{"steady/cpu/small", "steady/native/small"}));
}

TEST(Plan, WordsThatAreRepeatedCountOnce) {
    run_options options = options_for({"steady", "steady"});
    options.backends = {"cpu", "native", "cpu"};
    options.strategies = {"loop", "loop"};
    EXPECT_EQ(keys(options), (std::vector<std::string>{"steady/cpu:loop/small", "steady/native/small"}));
}

TEST(Plan, RefusesWhatContradictsItself) {
    run_options options = options_for({"steady"});
    options.parameters = {"slow=2", "slow=3"};
    EXPECT_EQ(refusal(options), "parameter 'slow' is given twice");
    options.parameters = {};
    options.external = {"cpu=echo"};
    EXPECT_EQ(refusal(options), "external 'cpu': another row of this run has that name");
    options.apps = {"all", "stedy"};
    EXPECT_EQ(refusal(options), "unknown app 'stedy': did you mean 'steady'?");
}

TEST(Plan, RefusesUnknownWordsWithTheNearOnes) {
    run_options options = options_for({"steadi"});
    EXPECT_EQ(refusal(options), "unknown app 'steadi': did you mean 'steady'?");
    options.apps = {"steady"};
    options.backends = {"cdua"};
    EXPECT_EQ(refusal(options), "unknown backend 'cdua': did you mean 'cuda'?");
    options.backends = {"cpu"};
    options.strategies = {"lop"};
    EXPECT_EQ(refusal(options), "unknown cpu mode 'lop': did you mean 'loop'?");
    options.strategies = {"auto"};
    options.parameters = {"slwo=2"};
    EXPECT_EQ(refusal(options), "unknown parameter 'slwo': did you mean 'slow'?");
    options.parameters = {"slow"};
    EXPECT_EQ(refusal(options), "parameter 'slow' is not of the form key=value");
    options.parameters = {};
    options.size = "smal";
    EXPECT_EQ(refusal(options), "unknown size 'smal': did you mean 'small'?");
}

TEST(Parameters, RefuseNonsense) {
    const apps::parameters p({{"n", "12x"}, {"big", "99"}, {"r", "nan"}, {"type", "half"}});
    EXPECT_THROW(p.integer("n", 1, 0, 100), apps::usage_error);
    EXPECT_THROW(p.integer("big", 1, 0, 10), apps::usage_error);
    EXPECT_THROW(p.real("r", 1), apps::usage_error);
    EXPECT_THROW(p.choice("type", "float", {"float", "double"}), apps::usage_error);
    EXPECT_EQ(p.integer("absent", 7, 0, 10), 7);
}

}  // namespace ndweave::harness
