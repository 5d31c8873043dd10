/// Chains of multiplications and additions, each independent of the others: what arithmetic units do when nothing else
/// holds them up, and what must come out.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace ndweave::apps::peaks {

/// One chain is x ← f·x + (1 - f), which tends to 1 and has the closed form 1 + fⁿ·(x₀ - 1).
struct chain {
    /// Of one work-item. Units that start two operations a cycle and take five cycles for each (Skylake: four, Zen 4:
    /// four) need ten; sixteen registers, of which two hold the constants, leave room for fourteen.
    static constexpr std::size_t count = 12;
    static constexpr double factor = 1 - 1.0 / 512, addend = 1 - factor;  // exact in float
    static constexpr std::size_t starts = 32;                             // work-items begin alike after so many

    /// Exact in float, at most 23. In T, because a device may lack double.
    template <class T>
    static constexpr T start(std::size_t item, std::size_t number) {
        return T(16) + static_cast<T>(item % starts) * T(0.125) + static_cast<T>(number) * T(0.25);
    }
};

/// How a work-item makes its steps.
template <std::size_t Unrolled, int Turns>
struct shape {
    static constexpr std::size_t unrolled = Unrolled;  // steps a turn
    static constexpr int turns = Turns, steps = static_cast<int>(Unrolled) * Turns;
    static constexpr double flops = 2.0 * static_cast<double>(chain::count) * steps;  // without additions at its end
};
/// In a loop: little beside the steps, as GPUs want it.
using looped = shape<16, 128>;
/// Without a loop: compilers that make vectors of work-items only where they need not look into a loop do so here.
using straight = shape<64, 1>;

namespace detail {

template <class T, std::size_t... Number>
inline void step(T (&x)[chain::count], T factor, T addend, std::index_sequence<Number...>) {
    ((x[Number] = x[Number] * factor + addend), ...);
}

template <class T, std::size_t... Step>
inline void turn(T (&x)[chain::count], T factor, T addend, std::index_sequence<Step...>) {
    ((static_cast<void>(Step), step(x, factor, addend, std::make_index_sequence<chain::count>())), ...);
}

}  // namespace detail

/// The sum of a work-item's chains after all steps. The constants are arguments, lest a compiler works it out.
template <class Shape, class T>
inline T sum_of_chains(std::size_t item, T factor, T addend) {
    T x[chain::count];
    for (std::size_t k = 0; k < chain::count; ++k) x[k] = chain::start<T>(item, k);
    for (int n = 0; n < Shape::turns; ++n) detail::turn(x, factor, addend, std::make_index_sequence<Shape::unrolled>());
    T sum = 0;
    for (std::size_t k = 0; k < chain::count; ++k) sum += x[k];
    return sum;
}

/// What that sum is in exact arithmetic.
inline long double exact_sum(std::size_t item, int steps) {
    long double starts = 0;
    for (std::size_t k = 0; k < chain::count; ++k) starts += chain::start<long double>(item, k) - 1;
    return chain::count + std::pow(static_cast<long double>(chain::factor), steps) * starts;
}

/// How far rounding may carry a sum. A step errs by at most 2u·|x|, u the unit roundoff (multiplication and addition
/// may each round); later steps multiply that by f. Summed over n steps of |xᵢ| ≤ 1 + fⁱ·22: 2u·(1/(1 - f) + 22·n·fⁿ)
/// for a chain, and count·u of the sum for adding up. A step left out changes the sum by more than three of these in
/// float.
template <class T>
inline double largest_error(int steps) {
    const double u = std::numeric_limits<T>::epsilon() / 2.0, kept = std::pow(chain::factor, steps);
    const double of_a_chain = 2 * u * (1 / (1 - chain::factor) + 22 * steps * kept);
    const double largest_sum = static_cast<double>(chain::count) * (1 + 22 * kept);
    return static_cast<double>(chain::count) * (of_a_chain + u * largest_sum);
}

}  // namespace ndweave::apps::peaks
