/// Extreme eigenvalues of symmetric tridiagonal matrices.
#pragma once

#include <vector>

namespace ndweave::apps::tealeaf {

/// The number of eigenvalues below `x`: signs of the Sturm sequence (Golub and Van Loan, "Matrix Computations", 8.4.1).
/// `below_diagonal` has one entry less than `diagonal`.
int eigenvalues_below(const std::vector<double>& diagonal, const std::vector<double>& below_diagonal, double x);

/// The eigenvalue of rank `k` from 0, by bisection of Gershgorin's interval to 12 digits.
double eigenvalue(const std::vector<double>& diagonal, const std::vector<double>& below_diagonal, int k);

}  // namespace ndweave::apps::tealeaf
