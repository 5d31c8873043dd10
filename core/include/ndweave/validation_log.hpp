/// What became of launches that NDWEAVE_VALIDATE had run twice: told to whoever listens. The library itself prints
/// nothing.
#pragma once

#include <functional>
#include <string>

#include "ndweave/export.hpp"

namespace ndweave {

/// A launch whose results differ is an exception instead.
enum class validation_outcome {
    equal,            // bit by bit
    within_bound,     // but for rounding, where reassociation, mathematical functions or atomic sums allow it, and for
                      // bytes without meaning
    equal_in_order,   // with the work-items in the reference's order: results of others depend on it
    order_dependent,  // not compared: the unoptimised kernel gives other results in other orders, too
    not_validated,    // not compared: the kernel runs in library mode, or cannot be compiled unoptimised
};

/// "equal", "within bound", …
NDWEAVE_EXPORT const char* validation_outcome_name(validation_outcome);

struct validation_log_entry {
    std::string kernel;  // the name that the user gave, or the functor's type
    validation_outcome outcome;
    std::string text;  // what was not compared, and why; may be empty
};

using validation_log = std::function<void(const validation_log_entry&)>;

/// Has `log` called after every launch that was to be validated, on the launching thread; an empty one ends that.
/// Returns the former one. `log` must not use a queue: the launch has not returned.
NDWEAVE_EXPORT validation_log set_validation_log(validation_log log);

}  // namespace ndweave
