/// Ctrl-C ends a measurement, not the records of those before it: who waits for a child asks here.
#pragma once

namespace ndweave::harness {

/// From now on the first SIGINT, SIGTERM or SIGHUP is noted; a second one ends the process. Ignored ones stay ignored.
void note_interrupts();

/// Number of the signal that came; 0: none.
int interrupted_by();

}  // namespace ndweave::harness
