/// Statements of a kernel as a tree, so that a program can be written again without some of them.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace random_programs {

struct statement;
using statements = std::vector<statement>;

/// Lines with other statements between them: `if (..) {`, statements, `} else {`, statements, `}`.
struct statement {
    struct part {
        std::string line;
        statements inner;
    };

    unsigned number;  // in the order of generation
    std::vector<part> parts;

    statement& line(std::string text) {
        parts.push_back({std::move(text), {}});
        return *this;
    }
    /// Behind the line that was added last.
    statement& with(statements inner) {
        parts.back().inner = std::move(inner);
        return *this;
    }
};

/// The text without the statements whose numbers are `dropped`, indented by `depth` steps.
std::string text_of(const statements& all, const std::set<unsigned>& dropped, unsigned depth);

}  // namespace random_programs
