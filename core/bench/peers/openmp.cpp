#include "loops.hpp"

namespace ndweave::bench::NDWEAVE_MATH_MODE {
namespace {

/// Each thread has its own copy of what a loop captured, in registers: g++ reads a shared one again and again.
struct openmp {
    template <class Body>
    static void rows(std::size_t n, const Body& body) {
#pragma omp parallel
        {
            const Body mine = body;
#pragma omp for schedule(static)
            for (std::size_t i = 0; i < n; ++i) mine(i);
        }
    }
    template <class Body>
    static void elements(std::size_t n, const Body& body) {
#pragma omp parallel
        {
            const Body mine = body;
#pragma omp for simd schedule(static)
            for (std::size_t i = 0; i < n; ++i) mine(i);
        }
    }
    template <class Term>
    static double sum(std::size_t n, const Term& term) {
        double total = 0;
#pragma omp parallel
        {
            const Term mine = term;
#pragma omp for simd schedule(static) reduction(+ : total)
            for (std::size_t i = 0; i < n; ++i) total += mine(i);
        }
        return total;
    }
};

}  // namespace

const peer_table& openmp_peers() { return loops<openmp>::table; }

}  // namespace ndweave::bench::NDWEAVE_MATH_MODE
