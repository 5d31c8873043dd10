#include <Kokkos_Core.hpp>

#include "loops.hpp"

namespace ndweave::bench::NDWEAVE_MATH_MODE {
namespace {

/// Initialized by the first loop, for programs that run other benchmarks need no Kokkos.
struct kokkos {
    template <class Body>
    static void rows(std::size_t n, Body body) {
        initialize();
        Kokkos::parallel_for(Kokkos::RangePolicy<>(0, n), body);
        Kokkos::fence();
    }
    template <class Body>
    static void elements(std::size_t n, Body body) {
        rows(n, body);
    }
    template <class Term>
    static double sum(std::size_t n, Term term) {
        initialize();
        double total = 0;
        Kokkos::parallel_reduce(
            Kokkos::RangePolicy<>(0, n), [=](std::size_t i, double& part) { part += term(i); }, total);
        return total;
    }

private:
    static void initialize() {
        if (!Kokkos::is_initialized()) Kokkos::initialize();
    }
};

}  // namespace

const peer_table& kokkos_peers() { return loops<kokkos>::table; }

}  // namespace ndweave::bench::NDWEAVE_MATH_MODE
