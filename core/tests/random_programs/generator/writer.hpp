/// What every part of the generator builds on: chance, names, and the statements at hand.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "statement.hpp"
#include "types.hpp"

namespace random_programs {

class writer {
protected:
    explicit writer(std::uint64_t seed) : random_(seed) {}

    unsigned pick(std::size_t n) { return static_cast<unsigned>(random_() % n); }
    bool chance(unsigned percent) { return pick(100) < percent; }
    template <class T>
    const T& any(const std::vector<T>& of) {
        return of[pick(of.size())];
    }

    type any_integer() { return static_cast<type>(pick(integer_count)); }
    /// Those of 32 bits and more, twice as often as shorter ones.
    type any_index_type() { return chance(80) ? static_cast<type>(4 + pick(4)) : static_cast<type>(2 + pick(2)); }

    type any_real() { return doubles_ && chance(40) ? type::f64 : type::f32; }

    std::string fresh(const char* stem) { return stem + std::to_string(names_++); }

    statement begin(std::string line) { return statement{statements_++, {}}.line(std::move(line)); }

    std::mt19937_64 random_;
    unsigned statements_ = 0;
    bool doubles_ = true;  // the kernel may use `double`

private:
    unsigned names_ = 0;
};

}  // namespace random_programs
