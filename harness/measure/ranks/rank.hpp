/// A rank's side of a measurement with several.
#pragma once

namespace ndweave::harness {

/// The hidden subcommand that makes this binary a rank: the measurement is the argument behind it, as JSON. Answers are
/// lines of standard output that begin with rank_answer_prefix, for launchers forward nothing else from everywhere.
inline constexpr const char* rank_subcommand = "__rank";
inline constexpr const char* rank_answer_prefix = "ndweave-answer ";
int rank_main(const char* request);

}  // namespace ndweave::harness
