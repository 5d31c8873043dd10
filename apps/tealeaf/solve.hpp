/// The four solvers of one implicit step: A·u = u₀ from the fields' start, residual and norms[0] (see begin_step).
#pragma once

#include <stdexcept>

#include "fields.hpp"

namespace ndweave::apps::tealeaf {

/// A solve that did not converge: its figure would mean nothing.
struct not_converged : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct solve_report {
    std::int64_t iterations = 0;  // outer ones
    double norm = 0;              // r·r at the end
};

/// Solves with the problem's method. `expected` is a guess of the iterations (0: none), so that the device works on
/// without waiting for the host. Convergence as the mini-app defines it: ‖r‖ < eps for cg, r·r < eps for the others.
/// Throws not_converged after max_iterations.
solve_report solve(queue&, fields&, const problem&, std::int64_t expected);

/// Conjugate gradients for at most `most` iterations; also the start of Chebyshev and PPCG. `tolerance` is of r·r.
struct cg_result {
    solve_report report;
    bool converged = false;
};
cg_result run_cg(queue&, fields&, double tolerance, std::int64_t most, std::int64_t expected);

/// Chebyshev's recurrence over [least, largest] of the spectrum (Saad, "Iterative Methods for Sparse Linear
/// Systems", 12.1).
class chebyshev_recurrence {
public:
    chebyshev_recurrence(double least, double largest)
        : theta_((largest + least) / 2), delta_((largest - least) / 2), sigma_(theta_ / delta_), rho_(1 / sigma_) {}
    double theta() const { return theta_; }
    /// Factors of the previous direction and of the residual in the next one.
    struct step {
        double alpha, beta;
    };
    step next() {
        const double rho = 1 / (2 * sigma_ - rho_);
        const step s{rho * rho_, 2 * rho / delta_};
        rho_ = rho;
        return s;
    }

private:
    double theta_, delta_, sigma_, rho_;
};

/// Least and largest eigenvalue of A. The least is 1: A times a constant field is that field, since no heat passes the
/// border, and A - I is positive semidefinite. (A few iterations of CG would put it too high, and Chebyshev's iteration
/// hardly damps what lies below.) The largest is estimated from `steps` iterations of CG (Lanczos), widened by 5 %.
struct spectrum {
    double least, largest;
};
spectrum estimate_spectrum(const fields&, std::int64_t steps);

}  // namespace ndweave::apps::tealeaf
