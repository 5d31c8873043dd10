#include "cpu/scheduling/tbb_life.hpp"

#include <pthread.h>

namespace ndweave::detail {

constinit std::atomic<bool> tbb_life::is_used_ = false;
constinit std::atomic<bool> tbb_life::is_lost_ = false;

[[gnu::constructor]] void tbb_life::watch_forks() {
    pthread_atfork(nullptr, nullptr,
                   [] { is_lost_.store(is_used_.load(std::memory_order_relaxed), std::memory_order_relaxed); });
}

}  // namespace ndweave::detail
