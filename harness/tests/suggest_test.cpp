#include "text/suggest.hpp"

#include <gtest/gtest.h>

namespace ndweave::harness {

TEST(Suggest, CountsEdits) {
    EXPECT_EQ(edit_distance("", "abc"), 3u);
    EXPECT_EQ(edit_distance("abc", "abc"), 0u);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
    EXPECT_EQ(edit_distance("rnu", "run"), 1u);
}

TEST(Suggest, NamesWhatIsNear) {
    EXPECT_EQ(unknown_name("app", "lulsh", {"lulesh", "tealeaf"}), "unknown app 'lulsh': did you mean 'lulesh'?");
    EXPECT_EQ(unknown_name("app", "xyzzy", {"lulesh", "tealeaf"}), "unknown app 'xyzzy': known are lulesh, tealeaf");
}

}  // namespace ndweave::harness
