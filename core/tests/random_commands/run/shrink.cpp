#include "shrink.hpp"

#include <algorithm>
#include <chrono>

namespace ndweave::testing {

std::vector<std::size_t> shrink(std::vector<std::size_t> kept, unsigned seconds,
                                const std::function<bool(const std::vector<std::size_t>&)>& fails) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    for (std::size_t part = std::max<std::size_t>(kept.size() / 2, 1); part != 0; part /= 2) {
        for (std::size_t at = 0; at < kept.size();) {
            if (std::chrono::steady_clock::now() >= end) return kept;
            const auto first = kept.begin() + static_cast<std::ptrdiff_t>(at);
            const auto last = first + static_cast<std::ptrdiff_t>(std::min(part, kept.size() - at));
            std::vector<std::size_t> fewer(kept.begin(), first);
            fewer.insert(fewer.end(), last, kept.end());
            if (!fewer.empty() && fails(fewer)) {
                kept = std::move(fewer);
            } else {
                at += part;
            }
        }
    }
    return kept;
}

}  // namespace ndweave::testing
