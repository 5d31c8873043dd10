#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <functional>

#include "loops.hpp"

namespace ndweave::bench::NDWEAVE_MATH_MODE {
namespace {

/// Copies of what loops captured: see openmp.cpp.
struct onetbb {
    using part = tbb::blocked_range<std::size_t>;

    template <class Body>
    static void rows(std::size_t n, Body body) {
        tbb::parallel_for(
            part(0, n),
            [=](const part& p) {
                const Body mine = body;
                for (std::size_t i = p.begin(); i < p.end(); ++i) mine(i);
            },
            tbb::static_partitioner());
    }
    template <class Body>
    static void elements(std::size_t n, Body body) {
        tbb::parallel_for(
            part(0, n),
            [=](const part& p) {
                const Body mine = body;
#pragma omp simd
                for (std::size_t i = p.begin(); i < p.end(); ++i) mine(i);
            },
            tbb::static_partitioner());
    }
    template <class Term>
    static double sum(std::size_t n, Term term) {
        return tbb::parallel_reduce(
            part(0, n), 0.0,
            [=](const part& p, double total) {
                const Term mine = term;
                double sum = 0;
#pragma omp simd reduction(+ : sum)
                for (std::size_t i = p.begin(); i < p.end(); ++i) sum += mine(i);
                return total + sum;
            },
            std::plus<double>(), tbb::static_partitioner());
    }
};

}  // namespace

const peer_table& tbb_peers() { return loops<onetbb>::table; }

}  // namespace ndweave::bench::NDWEAVE_MATH_MODE
