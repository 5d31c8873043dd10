#include "compiler/passes/workarounds/instrument.hpp"

#include "compiler/passes/workarounds/forget_bit_count_ranges.hpp"
#include "compiler/passes/workarounds/vectorizer/scalarize_divisions.hpp"
#include "compiler/passes/workarounds/vectorizer/skip_lookup_slp.hpp"
#include "compiler/passes/workarounds/vectorizer/skip_narrowing_slp.hpp"

namespace ndweave::compiler {

between_passes::between_passes() {
    forget_bit_count_ranges(*this);
    skip_narrowing_slp(*this);
    skip_lookup_slp(*this);
    scalarize_divisions_of_vectorizers(*this);
}

}  // namespace ndweave::compiler
