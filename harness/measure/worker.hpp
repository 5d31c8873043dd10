/// The child's side of a measurement.
#pragma once

namespace ndweave::harness {

/// The hidden subcommand that makes this binary a worker: a request as JSON on standard input, answers as JSON lines on
/// descriptor 3. Returns the exit status.
inline constexpr const char* worker_subcommand = "__worker";
inline constexpr int worker_answer_fd = 3;
int worker_main();

}  // namespace ndweave::harness
