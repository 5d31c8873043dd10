/// Whether captures that stay the same become constants: NDWEAVE_CONSTANT_CAPTURES.
#pragma once

namespace ndweave::detail {

enum class captures_mode {
    never,
    in_background,  // where launches took long enough to pay for it; they do not wait
    eager           // for the first launches, which wait: for tests
};

/// Throws errc::invalid for a value that is none.
captures_mode captures_mode_of_environment();

}  // namespace ndweave::detail
