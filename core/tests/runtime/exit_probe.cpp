/// Runs kernels while the process ends. `exit_probe HOW`: HOW says from where. Its output ends with "30 at the end".
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>

#include "ndweave/ndweave.hpp"

using namespace ndweave;

namespace {

constexpr std::size_t n = 1000;

/// A kernel that nobody has compiled before.
template <int Step>
void run(queue& q, const char* when) {
    int* const x = malloc_shared<int>(n, q);
    std::fill_n(x, n, 1);
    q.parallel_for(range<1>(n), [=](id<1> i) { x[i] = x[i] * static_cast<int>(i[0] % 7) * Step; }).wait();
    std::printf("%d %s\n", x[3], when);
    std::fflush(stdout);
    free(x, q);
}

template <int Step>
void run_at_the_end(queue& q) {
    try {
        run<Step>(q, "at the end");
    } catch (const std::exception& e) {
        std::printf("%s\n", e.what());
    }
}

/// Made before the library has any static object, and so destroyed after all of them.
struct last_object {
    std::optional<queue> kept;
    bool makes_its_queue = false;

    ~last_object() {
        if (makes_its_queue) kept.emplace();
        if (kept) run_at_the_end<10>(*kept);
    }
};

last_object last;

}  // namespace

int main(int argc, char** argv) {
    const char* const how = argc > 1 ? argv[1] : "";
    if (std::strcmp(how, "atexit-first") == 0) {
        std::atexit([] {
            queue q;
            run_at_the_end<10>(q);
        });
    }
    queue q;
    run<1>(q, "in main");
    if (std::strcmp(how, "kept-queue") == 0) last.kept = q;
    if (std::strcmp(how, "new-queue") == 0) last.makes_its_queue = true;
    if (std::strcmp(how, "atexit-last") == 0) {
        static queue of_handler = q;
        std::atexit([] { run_at_the_end<10>(of_handler); });
    }
}
