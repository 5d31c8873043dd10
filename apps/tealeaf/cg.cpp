#include <algorithm>
#include <cmath>

#include "eigenvalues.hpp"
#include "kernels.hpp"
#include "solve.hpp"

namespace ndweave::apps::tealeaf {

cg_result run_cg(queue& q, fields& f, double tolerance, std::int64_t most, std::int64_t expected) {
    const cg_scalars s{f.norms.get(), f.norms.get(), f.products.get(), tolerance};
    // The host looks at the norms once the guess is nearly used up, then after every few iterations. What runs beyond
    // convergence changes nothing, so looking late costs only empty launches.
    const std::int64_t stride = q.get_device().is_gpu() ? 32 : 4;
    std::int64_t done = 0;
    while (true) {
        const std::int64_t wanted = std::clamp(std::max(done + stride, expected), done + 1, std::max(most, done + 1));
        const std::int64_t first = done;
        for (; done < wanted; ++done) {
            cg_direction(q, f, s, f.residual.get(), f.direction.get(), f.next_direction.get(), done);
            f.add_up(f.products.get() + done);
            cg_update(q, f, s, f.next_direction.get(), done);
            f.start_exchange({f.residual.get(), f.next_direction.get()});
            f.add_up(f.norms.get() + done + 1);
            f.finish_exchange();
            std::swap(f.direction, f.next_direction);
        }
        std::vector<double> norms(static_cast<std::size_t>(done - first) + 1);
        q.copy(static_cast<const double*>(f.norms.get()) + first, norms.data(), norms.size()).wait();
        for (std::size_t i = 1; i < norms.size(); ++i) {
            // Not "norm >= tolerance": a NaN is no convergence.
            if (norms[i] < tolerance) return {{first + static_cast<std::int64_t>(i), norms[i]}, true};
        }
        if (done >= most || std::isnan(norms.back())) return {{done, norms.back()}, false};
    }
}

spectrum estimate_spectrum(const fields& f, std::int64_t steps) {
    const std::vector<double> norms = f.norms.to_host(), products = f.products.to_host();
    std::vector<double> diagonal, below_diagonal;
    for (std::size_t k = 0; k < static_cast<std::size_t>(steps); ++k) {
        const double alpha = norms[k] / products[k];
        double entry = 1 / alpha;
        if (k) {
            const double beta = norms[k] / norms[k - 1], previous_alpha = norms[k - 1] / products[k - 1];
            entry += beta / previous_alpha;
            below_diagonal.push_back(std::sqrt(beta) / previous_alpha);
        }
        diagonal.push_back(entry);
    }
    return {1, 1.05 * eigenvalue(diagonal, below_diagonal, static_cast<int>(diagonal.size()) - 1)};
}

}  // namespace ndweave::apps::tealeaf
