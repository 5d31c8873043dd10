/// The kernels. Scalars are read from and reduced into the device's histories; an iteration after convergence changes
/// nothing.
#pragma once

#include "fields.hpp"

namespace ndweave::apps::tealeaf {

/// u = e·ρ, r = u - A·u, norms[0] = r·r: the start of a step.
inline void begin_step(queue& q, const fields& f) {
    const layout shape = f.shape;
    const conduction a = f.matrix();
    const double *density = f.density.get(), *energy = f.energy.get();
    double *start = f.start.get(), *u = f.solution.get(), *r = f.residual.get();
    q.parallel_for<struct begin_step_name>(shape.interior(), reduction(f.norms.get(), plus<double>()),
                                           [=](item<2> it, auto& norm) {
                                               const std::size_t i = shape.index(it);
                                               const auto heat = [=](std::size_t j) { return energy[j] * density[j]; };
                                               const double here = heat(i);
                                               const double left = here - a.apply(i, heat);
                                               start[i] = here;
                                               u[i] = here;
                                               r[i] = left;
                                               norm += left * left;
                                           });
}

/// e = u/ρ: the end of a step.
inline void end_step(queue& q, const fields& f) {
    const layout shape = f.shape;
    const double *density = f.density.get(), *u = f.solution.get();
    double* energy = f.energy.get();
    q.parallel_for<struct end_step_name>(shape.interior(), [=](item<2> it) {
        const std::size_t i = shape.index(it);
        energy[i] = u[i] / density[i];
    });
}

/// Where conjugate gradients take their steering numbers from.
struct cg_scalars {
    const double* norms;  // decides convergence
    const double* rho;    // r·r, or r·z with a preconditioner
    double* products;     // p·A·p
    double tolerance;     // of norms
};

/// p' = z + β·p, w = A·p', products[k] = p'·w. The neighbours' p' are formed again from z and p: cheaper than a launch.
inline void cg_direction(queue& q, const fields& f, const cg_scalars& s, const double* z, const double* p, double* next,
                         std::int64_t k) {
    const layout shape = f.shape;
    const conduction a = f.matrix();
    // The first direction is z alone. No branch: β is then one number for all cells, and leaves the loop.
    const double carry = k == 0 ? 0 : 1;
    const std::int64_t before = k == 0 ? 0 : k - 1;
    double* w = f.image.get();
    q.parallel_for<struct cg_direction_name>(
        shape.interior(), reduction(s.products + k, plus<double>()), [=](item<2> it, auto& product) {
            if (s.norms[k] < s.tolerance) return;
            const double beta = carry * (s.rho[k] / s.rho[before]);
            const std::size_t i = shape.index(it);
            const auto direction = [=](std::size_t j) { return z[j] + beta * p[j]; };
            const double here = direction(i);
            const double image = a.apply(i, direction);
            next[i] = here;
            w[i] = image;
            product += here * image;
        });
}

/// u += α·p, r -= α·w, norms[k+1] = r·r.
inline void cg_update(queue& q, const fields& f, const cg_scalars& s, const double* p, std::int64_t k) {
    const layout shape = f.shape;
    const double* w = f.image.get();
    double *u = f.solution.get(), *r = f.residual.get();
    q.parallel_for<struct cg_update_name>(shape.interior(), reduction(f.norms.get() + k + 1, plus<double>()),
                                          [=](item<2> it, auto& norm) {
                                              if (s.norms[k] < s.tolerance) return;
                                              const double alpha = s.rho[k] / s.products[k];
                                              const std::size_t i = shape.index(it);
                                              const double left = r[i] - alpha * w[i];
                                              u[i] += alpha * p[i];
                                              r[i] = left;
                                              norm += left * left;
                                          });
}

/// One step of the Chebyshev iteration: r = u₀ - A·u, p' = α·p + β·r, u' = u + p'.
inline void chebyshev_step(queue& q, const fields& f, double alpha, double beta) {
    const layout shape = f.shape;
    const conduction a = f.matrix();
    const double *start = f.start.get(), *u = f.solution.get();
    double *p = f.direction.get(), *next = f.next_solution.get();
    q.parallel_for<struct chebyshev_name>(shape.interior(), [=](item<2> it) {
        const std::size_t i = shape.index(it);
        const double direction = alpha * p[i] + beta * (start[i] - a.apply(i, u));
        p[i] = direction;
        next[i] = u[i] + direction;
    });
}

/// r = u₀ - A·u, norms[k] = r·r.
inline void measure_residual(queue& q, const fields& f, std::int64_t k) {
    const layout shape = f.shape;
    const conduction a = f.matrix();
    const double *start = f.start.get(), *u = f.solution.get();
    double* r = f.residual.get();
    q.parallel_for<struct residual_name>(shape.interior(), reduction(f.norms.get() + k, plus<double>()),
                                         [=](item<2> it, auto& norm) {
                                             const std::size_t i = shape.index(it);
                                             const double left = start[i] - a.apply(i, u);
                                             r[i] = left;
                                             norm += left * left;
                                         });
}

/// One Jacobi sweep: u' = D⁻¹·(u₀ + (D - A)·u).
inline void jacobi_sweep(queue& q, const fields& f) {
    const layout shape = f.shape;
    const conduction a = f.matrix();
    const double *start = f.start.get(), *u = f.solution.get();
    double* next = f.next_solution.get();
    q.parallel_for<struct jacobi_name>(shape.interior(), [=](item<2> it) {
        const std::size_t i = shape.index(it);
        const conduction::faces k = a.at(i);
        next[i] =
            (start[i] + k.west * u[i - 1] + k.east * u[i + 1] + k.south * u[i - a.pitch] + k.north * u[i + a.pitch]) /
            (1 + k.sum());
    });
}

/// PPCG: first term of z ≈ A⁻¹·r: d = r/θ, z = d, inner residual r.
inline void begin_correction(queue& q, const fields& f, double theta, double* d) {
    const layout shape = f.shape;
    const double* r = f.residual.get();
    double *z = f.correction.get(), *inner = f.inner_residual.get();
    q.parallel_for<struct begin_correction_name>(shape.interior(), [=](item<2> it) {
        const std::size_t i = shape.index(it);
        const double first = r[i] / theta;
        d[i] = first;
        z[i] = first;
        inner[i] = r[i];
    });
}

/// PPCG: one further term: s -= A·d, d' = α·d + β·s, z += d', and rho[k] = r·z (meant after the last term).
inline void add_correction(queue& q, const fields& f, double alpha, double beta, const double* d, double* next,
                           double* rho) {
    const layout shape = f.shape;
    const conduction a = f.matrix();
    const double* r = f.residual.get();
    double *z = f.correction.get(), *inner = f.inner_residual.get();
    const auto term = [=](std::size_t i) {
        const double left = inner[i] - a.apply(i, d);
        const double added = alpha * d[i] + beta * left;
        inner[i] = left;
        next[i] = added;
        return z[i] += added;
    };
    if (rho) {
        q.parallel_for<struct last_correction_name>(shape.interior(), reduction(rho, plus<double>()),
                                                    [=](item<2> it, auto& sum) {
                                                        const std::size_t i = shape.index(it);
                                                        sum += r[i] * term(i);
                                                    });
    } else {
        q.parallel_for<struct add_correction_name>(shape.interior(), [=](item<2> it) { term(shape.index(it)); });
    }
}

}  // namespace ndweave::apps::tealeaf
