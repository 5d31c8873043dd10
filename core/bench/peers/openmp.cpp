#include "loops.hpp"

namespace ndweave::bench::NDWEAVE_LICENCE {
namespace {

struct openmp {
    template <class Body>
    static void rows(std::size_t n, Body body) {
#pragma omp parallel for schedule(static) firstprivate(body)
        for (std::size_t i = 0; i < n; ++i) body(i);
    }
    template <class Body>
    static void elements(std::size_t n, Body body) {
#pragma omp parallel for simd schedule(static) firstprivate(body)
        for (std::size_t i = 0; i < n; ++i) body(i);
    }
    template <class Term>
    static double sum(std::size_t n, Term term) {
        double total = 0;
#pragma omp parallel for simd schedule(static) firstprivate(term) reduction(+ : total)
        for (std::size_t i = 0; i < n; ++i) total += term(i);
        return total;
    }
};

}  // namespace

const peer_table& openmp_peers() { return loops<openmp>::table; }

}  // namespace ndweave::bench::NDWEAVE_LICENCE
