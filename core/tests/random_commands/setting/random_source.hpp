/// The numbers of a seed, the same with every standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace ndweave::testing {

class random_source {
public:
    explicit random_source(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t seed() { return engine_(); }
    std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
    std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }
    bool chance(unsigned percent) { return below(100) < percent; }

    template <class T>
    const T& of(const std::vector<T>& all) {
        return all[below(all.size())];
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace ndweave::testing
