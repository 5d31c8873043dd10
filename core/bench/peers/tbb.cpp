#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <functional>

#include "loops.hpp"

namespace ndweave::bench::NDWEAVE_LICENCE {
namespace {

struct onetbb {
    using part = tbb::blocked_range<std::size_t>;

    template <class Body>
    static void rows(std::size_t n, Body body) {
        tbb::parallel_for(
            part(0, n),
            [=](const part& p) {
                for (std::size_t i = p.begin(); i < p.end(); ++i) body(i);
            },
            tbb::static_partitioner());
    }
    template <class Body>
    static void elements(std::size_t n, Body body) {
        tbb::parallel_for(
            part(0, n),
            [=](const part& p) {
#pragma omp simd
                for (std::size_t i = p.begin(); i < p.end(); ++i) body(i);
            },
            tbb::static_partitioner());
    }
    template <class Term>
    static double sum(std::size_t n, Term term) {
        return tbb::parallel_reduce(
            part(0, n), 0.0,
            [=](const part& p, double total) {
#pragma omp simd reduction(+ : total)
                for (std::size_t i = p.begin(); i < p.end(); ++i) total += term(i);
                return total;
            },
            std::plus<double>(), tbb::static_partitioner());
    }
};

}  // namespace

const peer_table& tbb_peers() { return loops<onetbb>::table; }

}  // namespace ndweave::bench::NDWEAVE_LICENCE
