/// A callback that reports the outcome of validated launches (NDWEAVE_VALIDATE). The library itself prints nothing.
#pragma once

#include <functional>
#include <string>

#include "ndweave/detail/export.hpp"

namespace ndweave {

/// A launch whose results differ is an exception instead.
enum class validation_outcome {
    equal,            // bit by bit
    within_bound,     // except for rounding, where reassociation, mathematical functions or atomic sums allow it, and
                      // for bytes without meaning
    equal_in_order,   // with the work-items in the reference's order, on which the result depends
    order_dependent,  // not compared: the results of the unoptimised kernel depend on the order, too, or on
                      // which work-items come to a place together
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

/// Sets the callback that runs after every launch that was due for validation, on the launching thread. An empty `log`
/// removes it. Returns the previous one. `log` must not use a queue: the launch has not returned.
NDWEAVE_EXPORT validation_log set_validation_log(validation_log log);

}  // namespace ndweave
