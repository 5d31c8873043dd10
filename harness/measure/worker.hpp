/// The child's side of a measurement.
#pragma once

namespace ndweave::harness {

/// The hidden subcommand that makes this binary a worker: a request as JSON on standard input, answers as JSON lines on
/// descriptor 3. Returns the exit status.
inline constexpr const char* worker_subcommand = "__worker";
inline constexpr int worker_answer_fd = 3;
/// Lines on standard input that answer the end of a turn: whether it is settled how the rows compare.
inline constexpr const char* turn_settled = "settled";
inline constexpr const char* turn_open = "open";
int worker_main();

}  // namespace ndweave::harness
