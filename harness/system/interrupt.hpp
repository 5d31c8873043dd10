/// Ctrl-C ends the current measurement and keeps the records of earlier ones: code that waits for a child polls here.
#pragma once

namespace ndweave::harness {

/// From now on the first SIGINT, SIGTERM or SIGHUP is noted; a second one ends the process. Ignored ones stay ignored.
void note_interrupts();

/// Number of the signal that arrived; 0: none.
int interrupted_by();

}  // namespace ndweave::harness
