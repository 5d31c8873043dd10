#include "runtime/validation_log.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "runtime/kernel_name.hpp"

namespace ndweave {
namespace {

/// Never destroyed: kernels may be launched by destructors of static objects.
struct listener {
    std::mutex mutex;
    std::shared_ptr<const validation_log> log;  // null: nobody listens
};

listener& the_listener() {
    static listener& one = *new listener;
    return one;
}

std::shared_ptr<const validation_log> current_log() {
    const std::lock_guard lock(the_listener().mutex);
    return the_listener().log;
}

/// One write: lines of several processes do not mix. What cannot be written is left out.
void append_to_file(const validation_log_entry& e) {
    const char* const path = ::secure_getenv("NDWEAVE_VALIDATE_LOG");
    if (!path || !*path) return;
    const std::string line = std::string(validation_outcome_name(e.outcome)) + "\t" + e.kernel + "\t" + e.text + "\n";
    if (std::FILE* const file = std::fopen(path, "ae")) {
        std::fwrite(line.data(), 1, line.size(), file);
        std::fclose(file);
    }
}

}  // namespace

const char* validation_outcome_name(validation_outcome outcome) {
    switch (outcome) {
        case validation_outcome::equal:
            return "equal";
        case validation_outcome::within_bound:
            return "within bound";
        case validation_outcome::equal_in_order:
            return "equal in order";
        case validation_outcome::order_dependent:
            return "order dependent";
        case validation_outcome::not_validated:
            return "not validated";
    }
    return "unknown";
}

validation_log set_validation_log(validation_log log) {
    auto next = log ? std::make_shared<const validation_log>(std::move(log)) : nullptr;
    const std::lock_guard lock(the_listener().mutex);
    the_listener().log.swap(next);
    return next ? *next : validation_log();
}

void detail::log_validation(const kernel_record& kernel, validation_outcome outcome, const std::string& text) {
    const validation_log_entry e{kernel_name(kernel), outcome, text};
    append_to_file(e);
    if (const auto log = current_log()) (*log)(e);
}

}  // namespace ndweave
