#include "system/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace ndweave::harness {

namespace {

volatile std::sig_atomic_t noted = 0;

}  // namespace

void note_interrupts() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction old{}, action{};
        if (sigaction(signal, nullptr, &old) != 0 || old.sa_handler == SIG_IGN) continue;
        action.sa_handler = [](int number) { noted = number; };
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        sigaction(signal, &action, nullptr);
    }
}

int interrupted_by() { return noted; }

}  // namespace ndweave::harness
