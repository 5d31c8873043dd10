// Lists of processors, and machines that are made up.
#include "cpu/placement/topology.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <numeric>

#include "cpu/placement/affinity.hpp"
#include "cpu/strategies.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::detail {
namespace {

namespace fs = std::filesystem;

TEST(Processors, AreReadAsLinuxWritesThem) {
    EXPECT_EQ(parse_processors(""), processor_list());
    EXPECT_EQ(parse_processors("\n"), processor_list());
    EXPECT_EQ(parse_processors("7"), processor_list({7}));
    EXPECT_EQ(parse_processors("0-3,8,10-11"), processor_list({0, 1, 2, 3, 8, 10, 11}));
    EXPECT_EQ(parse_processors("5,1-2,2"), processor_list({1, 2, 5}));
}

TEST(Processors, OfATextThatIsNoneAreThoseBeforeTheMistake) {
    EXPECT_EQ(parse_processors("none"), processor_list());
    EXPECT_EQ(parse_processors("1,x"), processor_list({1}));
    EXPECT_EQ(parse_processors("1,2-"), processor_list({1}));
    EXPECT_EQ(parse_processors("1,99999999999"), processor_list({1}));
    EXPECT_EQ(parse_processors("1,3-4000000000"), processor_list({1}));
    EXPECT_EQ(parse_processors("4-2,9"), processor_list({9}));
}

TEST(Processors, AnyListIsReadAsItWasWritten) {
    tests::random_source random;
    for (int round = 0; round < 200; ++round) {
        processor_list list;
        for (unsigned p = random.below(5); p < 200; p += 1 + random.below(1 + random.below(40))) list.push_back(p);
        EXPECT_EQ(parse_processors(processors_text(list)), list);
        EXPECT_EQ(affinity_mask(list).processors(), list);
    }
}

TEST(Processors, OfTheProcessAreThoseOfItsFirstThread) {
    const auto mask = affinity_mask::of_thread(getpid());
    ASSERT_TRUE(mask.has_value());
    EXPECT_EQ(processors_of_process(), mask->processors());
    EXPECT_FALSE(processors_of_process().empty());
}

/// A fake /sys/devices/system.
class MadeUpMachine : public testing::Test {
protected:
    void write(const fs::path& name, const std::string& text) const {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name) << text << '\n';
    }
    void write_node(unsigned node, const std::string& processors) const {
        write("node/node" + std::to_string(node) + "/cpulist", processors);
    }
    /// Processors p and p + `cores` share a core, as on most machines.
    void write_cores(unsigned cores) const {
        for (unsigned p = 0; p < 2 * cores; ++p) {
            write("cpu/cpu" + std::to_string(p) + "/topology/thread_siblings_list",
                  std::to_string(p % cores) + ',' + std::to_string(p % cores + cores));
        }
    }
    /// Two nodes: cores 0-2 and 3-7, two processors each.
    void write_uneven_nodes() const {
        write("node/online", "0-1");
        write_node(0, "0-2,8-10");
        write_node(1, "3-7,11-15");
        write_cores(8);
    }

    static processor_list first(unsigned count) {
        processor_list list(count);
        std::iota(list.begin(), list.end(), 0u);
        return list;
    }

    std::vector<processor_list> nodes(const processor_list& of) const { return topology(folder_).numa_nodes(of); }
    std::vector<processor_list> parts(const processor_list& of, const std::vector<std::size_t>& sizes) const {
        return topology(folder_).divide(of, sizes);
    }

private:
    const support::temporary_folder own_;
    const fs::path folder_ = own_.path();
};

TEST_F(MadeUpMachine, ThatIsNotDescribedHasNoNodes) {
    EXPECT_TRUE(nodes(first(4)).empty());
    EXPECT_EQ(parts(first(4), {2, 1}), (std::vector<processor_list>{{0, 1}, {2}}));
}

TEST_F(MadeUpMachine, OfTwoNodesWithUnevenProcessors) {
    write_uneven_nodes();
    EXPECT_EQ(nodes(first(16)),
              (std::vector<processor_list>{{0, 1, 2, 8, 9, 10}, {3, 4, 5, 6, 7, 11, 12, 13, 14, 15}}));
}

TEST_F(MadeUpMachine, NodesHaveOnlyThoseWhereTheProcessMayRun) {
    write_uneven_nodes();
    EXPECT_EQ(nodes({1, 2, 3, 15}), (std::vector<processor_list>{{1, 2}, {3, 15}}));
    EXPECT_EQ(nodes({0, 8}), (std::vector<processor_list>{{0, 8}}));
    EXPECT_TRUE(nodes({16, 17}).empty());
}

TEST_F(MadeUpMachine, NodesOfMemoryAloneAreNone) {
    write("node/online", "0,2-3");
    write_node(0, "0-1");
    write_node(2, "");
    write_node(3, "2-3");
    EXPECT_EQ(nodes(first(4)), (std::vector<processor_list>{{0, 1}, {2, 3}}));
}

TEST_F(MadeUpMachine, PartsHaveWholeCores) {
    write("node/online", "0");
    write_node(0, "0-7");
    write_cores(4);
    EXPECT_EQ(parts(first(8), {4, 4}), (std::vector<processor_list>{{0, 1, 4, 5}, {2, 3, 6, 7}}));
    EXPECT_EQ(parts(first(8), {2, 2, 2}), (std::vector<processor_list>{{0, 4}, {1, 5}, {2, 6}}));
    EXPECT_EQ(parts({0, 2, 3, 6}, {1, 2}), (std::vector<processor_list>{{0}, {2, 6}}));
}

TEST_F(MadeUpMachine, PartsAreFilledNodeByNode) {
    write_uneven_nodes();
    EXPECT_EQ(parts(first(16), {6, 10}), nodes(first(16)));
    EXPECT_EQ(parts(first(16), {4, 4, 8}),
              (std::vector<processor_list>{{0, 1, 8, 9}, {2, 3, 10, 11}, {4, 5, 6, 7, 12, 13, 14, 15}}));
}

TEST_F(MadeUpMachine, PartsAreDisjointWhateverTheMachine) {
    tests::random_source random;
    for (int round = 0; round < 50; ++round) {
        const unsigned cores = 1 + random.below(8);
        write_cores(cores);
        write("node/online", "0-1");
        write_node(0, random.below(3) == 0 ? "" : "0-" + std::to_string(random.below(cores)));
        processor_list all;
        for (unsigned p = 0; p < 2 * cores; ++p) {
            if (random.below(4) != 0) all.push_back(p);
        }
        std::vector<std::size_t> sizes;
        for (std::size_t left = all.size(); left > 0; left -= sizes.back()) {
            sizes.push_back(1 + random.below(static_cast<unsigned>(left)));
        }
        processor_list seen;
        const auto made = parts(all, sizes);
        ASSERT_EQ(made.size(), sizes.size());
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            EXPECT_EQ(made[i].size(), sizes[i]);
            EXPECT_TRUE(std::ranges::is_sorted(made[i]));
            seen.insert(seen.end(), made[i].begin(), made[i].end());
        }
        std::ranges::sort(seen);
        EXPECT_EQ(seen, all);
    }
}

}  // namespace
}  // namespace ndweave::detail
