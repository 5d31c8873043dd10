#include "cpu/scheduling/tbb_life.hpp"

#include <pthread.h>

namespace ndweave::detail {

constinit std::atomic<bool> tbb_life::is_used_ = false;
constinit std::atomic<bool> tbb_life::is_lost_ = false;

void tbb_life::lose() { is_lost_.store(is_used_.load(std::memory_order_relaxed), std::memory_order_relaxed); }

namespace {

// No member function: GCC ignores the attribute there.
[[gnu::constructor]] void watch_forks() {
    pthread_atfork(nullptr, nullptr, [] { tbb_life::lose(); });
}

}  // namespace
}  // namespace ndweave::detail
