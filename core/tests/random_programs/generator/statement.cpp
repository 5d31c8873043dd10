#include "statement.hpp"

namespace random_programs {

std::string text_of(const statements& all, const std::set<unsigned>& dropped, unsigned depth) {
    std::string text;
    for (const statement& one : all) {
        if (dropped.contains(one.number)) continue;
        for (const statement::part& part : one.parts) {
            text += std::string(4 * depth, ' ') + part.line + "\n" + text_of(part.inner, dropped, depth + 1);
        }
    }
    return text;
}

}  // namespace random_programs
