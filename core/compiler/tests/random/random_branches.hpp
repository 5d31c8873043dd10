/// Forward control flow of random kernels: if, switch, and returns. `converged` says of a place that the whole group
/// is there.
#pragma once

#include "random_exchange.hpp"

namespace ndweave::compiler::testing {

class random_branches : protected random_exchange {
protected:
    using random_exchange::random_exchange;

    /// Some statements, nested at most `depth` deep.
    virtual void body(unsigned depth, unsigned statements, bool converged) = 0;

    void branch(unsigned depth, bool converged, bool together);
    void choose(unsigned depth, bool converged, bool together);

    /// The group returns.
    void return_early();

    /// Some work-items return, with their outputs or without. Pre: no barrier follows.
    void leave();
};

}  // namespace ndweave::compiler::testing
