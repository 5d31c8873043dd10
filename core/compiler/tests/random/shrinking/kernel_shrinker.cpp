#include "kernel_shrinker.hpp"

#include <algorithm>

#include "kernel_reductions.hpp"

namespace ndweave::compiler::testing {

namespace {

using clock = std::chrono::steady_clock;

class shrinker {
public:
    shrinker(std::string module, const std::function<bool(const std::string&)>& still_fails, clock::time_point end)
        : module_(std::move(module)), still_fails_(still_fails), end_(end) {}

    std::string run() {
        for (bool smaller = true; smaller && !is_over();) {
            smaller = false;
            for (const reduction kind : all_reductions) smaller |= reduce(kind);
        }
        return std::move(module_);
    }

private:
    bool is_over() const { return clock::now() >= end_; }

    bool attempt(reduction kind, unsigned first, unsigned last) {
        auto made = reduced(kind, module_, first, last);
        // Only what became shorter counts, so that there is an end.
        if (!made || made->size() >= module_.size() || !still_fails_(*made)) return false;
        module_ = std::move(*made);
        return true;
    }

    bool reduce(reduction kind) {
        bool smaller = false;
        unsigned count = places_for(kind, module_);
        for (unsigned part = std::max(count / 2, 1u); part != 0 && !is_over(); part /= 2) {
            for (unsigned first = 0; first < count && !is_over();) {
                if (attempt(kind, first, first + part)) {
                    smaller = true;
                    count = places_for(kind, module_);
                } else {
                    first += part;
                }
            }
        }
        return smaller;
    }

    std::string module_;
    const std::function<bool(const std::string&)>& still_fails_;
    const clock::time_point end_;
};

}  // namespace

std::string shrink(std::string module, const std::function<bool(const std::string&)>& still_fails,
                   std::chrono::seconds limit) {
    return shrinker(std::move(module), still_fails, clock::now() + limit).run();
}

}  // namespace ndweave::compiler::testing
