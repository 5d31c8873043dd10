/// The whole program behind main(), so that a test can build it with apps of its own.
#pragma once

namespace ndweave::harness {

int program(int argc, char** argv);

}  // namespace ndweave::harness
