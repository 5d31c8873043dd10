#include "solve.hpp"

#include <cmath>
#include <string>

#include "kernels.hpp"

namespace ndweave::apps::tealeaf {
namespace {

double read(queue& q, const double* scalar) {
    double value = 0;
    q.copy(scalar, &value, 1).wait();
    return value;
}

[[noreturn]] void fail(const problem& p, std::int64_t iterations, double norm) {
    throw not_converged(std::string("tealeaf: ") + name_of(p.method) + " did not converge in " +
                        std::to_string(iterations) + " iterations: r·r is " + std::to_string(norm) + ", wanted below " +
                        std::to_string(p.tolerance) + "; raise max_iters, loosen eps or take another solver");
}

solve_report solve_cg(queue& q, fields& f, const problem& p, std::int64_t expected) {
    const cg_result r = run_cg(q, f, p.tolerance * p.tolerance, p.max_iterations, expected);
    if (!r.converged) fail(p, r.report.iterations, r.report.norm);
    return r.report;
}

/// Norms are reduced after every `stride` steps, into entries of their own.
template <class Step>
solve_report iterate(queue& q, fields& f, const problem& p, std::int64_t done, std::int64_t stride, const Step& step) {
    double norm = 0;
    while (done < p.max_iterations) {
        for (std::int64_t i = 0; i < stride; ++i, ++done) {
            step();
            std::swap(f.solution, f.next_solution);
            f.exchange({f.solution.get()});
        }
        const double zero = 0;
        q.copy(&zero, f.norms.get(), 1).wait();
        measure_residual(q, f, 0);
        f.add_up(f.norms.get());
        norm = read(q, f.norms.get());
        if (norm < p.tolerance) return {done, norm};
        if (std::isnan(norm)) break;
    }
    fail(p, done, norm);
}

solve_report solve_jacobi(queue& q, fields& f, const problem& p) {
    return iterate(q, f, p, 0, 50, [&] { jacobi_sweep(q, f); });
}

solve_report solve_chebyshev(queue& q, fields& f, const problem& p) {
    const cg_result start = run_cg(q, f, p.tolerance, p.cg_steps, p.cg_steps);
    if (start.converged) return start.report;
    const spectrum s = estimate_spectrum(f, start.report.iterations);
    chebyshev_recurrence recurrence(s.least, s.largest);
    f.exchange({f.solution.get()});
    bool first = true;
    return iterate(q, f, p, start.report.iterations, 10, [&] {
        // The first direction is r/θ alone.
        const auto factors = first ? chebyshev_recurrence::step{0, 1 / recurrence.theta()} : recurrence.next();
        first = false;
        chebyshev_step(q, f, factors.alpha, factors.beta);
    });
}

/// z ≈ A⁻¹·r by `inner_steps` terms of Chebyshev's iteration; rho[k] = r·z. Ghosts of z and of the direction are
/// filled.
void precondition(queue& q, fields& f, const problem& p, const spectrum& s, double* rho) {
    chebyshev_recurrence recurrence(s.least, s.largest);
    // The inner directions use the two halves of the Chebyshev solver's u, which PPCG leaves free.
    double *d = f.next_solution.get(), *next = f.image.get();
    begin_correction(q, f, recurrence.theta(), d);
    for (std::int64_t i = 0; i < p.inner_steps; ++i) {
        f.exchange({d});
        const auto factors = recurrence.next();
        add_correction(q, f, factors.alpha, factors.beta, d, next, i + 1 == p.inner_steps ? rho : nullptr);
        std::swap(d, next);
    }
    f.start_exchange({f.correction.get(), f.direction.get()});
    f.add_up(rho);
    f.finish_exchange();
}

/// Conjugate gradients preconditioned by a polynomial in A.
solve_report solve_ppcg(queue& q, fields& f, const problem& p) {
    const cg_result start = run_cg(q, f, p.tolerance, p.cg_steps, p.cg_steps);
    if (start.converged) return start.report;
    const spectrum s = estimate_spectrum(f, start.report.iterations);
    f.forget(q);
    f.exchange({f.solution.get()});
    measure_residual(q, f, 0);
    f.add_up(f.norms.get());
    precondition(q, f, p, s, f.preconditioned.get());
    const cg_scalars scalars{f.norms.get(), f.preconditioned.get(), f.products.get(), p.tolerance};
    for (std::int64_t k = 0; k + start.report.iterations < p.max_iterations; ++k) {
        cg_direction(q, f, scalars, f.correction.get(), f.direction.get(), f.next_direction.get(), k);
        f.add_up(f.products.get() + k);
        cg_update(q, f, scalars, f.next_direction.get(), k);
        f.add_up(f.norms.get() + k + 1);
        std::swap(f.direction, f.next_direction);
        const double norm = read(q, f.norms.get() + k + 1);
        if (norm < p.tolerance) return {start.report.iterations + k + 1, norm};
        if (std::isnan(norm)) fail(p, k, norm);
        precondition(q, f, p, s, f.preconditioned.get() + k + 1);
    }
    fail(p, p.max_iterations, read(q, f.norms.get() + p.max_iterations - start.report.iterations));
}

}  // namespace

solve_report solve(queue& q, fields& f, const problem& p, std::int64_t expected) {
    switch (p.method) {
        case solver::cg:
            return solve_cg(q, f, p, expected);
        case solver::jacobi:
            return solve_jacobi(q, f, p);
        case solver::chebyshev:
            return solve_chebyshev(q, f, p);
        case solver::ppcg:
            return solve_ppcg(q, f, p);
    }
    return {};
}

}  // namespace ndweave::apps::tealeaf
