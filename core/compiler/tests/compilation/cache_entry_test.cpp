// What an entry of the disk cache keeps of a compiled kernel.
#include <gtest/gtest.h>

#include <optional>

#include "code/cache/entry_format.hpp"

namespace ndweave::compiler::testing {
namespace {

TEST(CacheEntries, KeepAllThatLaunchesNeed) {
    code::entry kept;
    kept.made.code = "code";
    kept.made.entry_name = "kernel";
    kept.made.parameters = {{NDW_PARAMETER_VALUE, 8, 4}, {NDW_PARAMETER_LOCAL_MEMORY, 0, 0}};
    kept.made.aligned_pointers = {16, 24};
    kept.made.distinct_pointers = {0, 8, 40};
    kept.made.written_pointer_count = 2;
    kept.made.coarsening = 2;
    kept.made.items_in_loops = 3;
    kept.made.direct = 4;
    kept.made.strategy = 5;
    kept.made.reason = "reason";
    kept.made.arena_bytes = std::uint64_t{6} << 32;
    kept.made.scratch_bytes = 7;
    kept.made.uses_barrier = 8;
    kept.made.sub_group_size = 9;
    kept.made.depends_on = 11;
    kept.made.deciding_captures = {{16, 4}, {24, 8}};
    kept.report = "report";
    kept.made_in_us = 10;
    const std::optional<code::entry> read = code::cache::decode("key", code::cache::encode("key", kept));
    ASSERT_TRUE(read);
    EXPECT_EQ(code::cache::encode("key", *read), code::cache::encode("key", kept));
    EXPECT_EQ(read->made.parameters[0].offset, 8u);
    EXPECT_EQ(read->made.aligned_pointers, kept.made.aligned_pointers);
    EXPECT_EQ(read->made.distinct_pointers, kept.made.distinct_pointers);
    EXPECT_EQ(read->made.written_pointer_count, 2u);
    EXPECT_EQ(read->made.coarsening, 2u);
    EXPECT_EQ(read->made.items_in_loops, 3u);
    EXPECT_EQ(read->made.direct, 4u);
    EXPECT_EQ(read->made.arena_bytes, kept.made.arena_bytes);
    EXPECT_EQ(read->made.depends_on, 11u);
    ASSERT_EQ(read->made.deciding_captures.size(), 2u);
    EXPECT_EQ(read->made.deciding_captures[1].offset, 24u);
    EXPECT_EQ(read->made.deciding_captures[1].bytes, 8u);
    EXPECT_EQ(read->report, "report");
    EXPECT_EQ(read->made_in_us, 10u);
}

}  // namespace
}  // namespace ndweave::compiler::testing
