#include "ptx_summary.hpp"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>

#include <algorithm>

namespace ndweave::compiler::testing {

void ptx_summary::add(std::uint64_t seed, const std::vector<ptx_finding>& found, std::size_t programs) {
    programs_ += programs;
    failing_ += found.size();
    for (const ptx_finding& f : found) {
        tally& one = found_[f.program];
        if (one.times++ == 0) one.seed = seed, one.example = f.example;
    }
}

std::string ptx_summary::text(const std::string& tested) const {
    std::vector<std::pair<std::string, tally>> sorted(found_.begin(), found_.end());
    std::ranges::sort(sorted, std::greater(), [](const auto& one) { return one.second.times; });
    std::string made;
    for (const auto& [program, one] : sorted) {
        made += std::to_string(one.times) + " " + program + "\n    " + one.example + "; seed " +
                std::to_string(one.seed) + "\n";
    }
    return made + std::to_string(failing_) + " of " + std::to_string(programs_) + " programs fail, " +
           (spelling_ == ptx_spelling::plain ? "as LLVM spells them" : "respelled") + "; from seed " +
           std::to_string(options_.first_seed) + " on " + tested + "\n";
}

std::string ptx_summary::json(const std::string& tested) const {
    llvm::json::Array found;
    for (const auto& [program, one] : found_) {
        found.push_back(llvm::json::Object{{"program", program},
                                           {"times", one.times},
                                           {"seed", one.seed},
                                           {"example", llvm::json::fixUTF8(one.example)}});
    }
    const llvm::json::Value all =
        llvm::json::Object{{"tested", tested},
                           {"first_seed", options_.first_seed},
                           {"spelling", spelling_ == ptx_spelling::plain ? "plain" : "respelled"},
                           {"programs", programs_},
                           {"failing", failing_},
                           {"found", std::move(found)}};
    return llvm::formatv("{0:2}\n", all).str();
}

}  // namespace ndweave::compiler::testing
