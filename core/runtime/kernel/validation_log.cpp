#include "runtime/kernel/validation_log.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <mutex>
#include <system_error>

#include "ndweave/exception.hpp"
#include "runtime/environment/environment.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel/kernel_name.hpp"

namespace ndweave {
namespace {

/// Never destroyed: destructors of static objects may launch kernels.
struct listener {
    std::mutex mutex;
    std::shared_ptr<const validation_log> log;  // null: no listener
};

listener& the_listener() {
    static listener& one = *new listener;
    return one;
}

[[gnu::constructor]] void hold_at_forks() {
    detail::hold_while_forking(detail::fork_lock::validation_log, the_listener().mutex);
}

std::shared_ptr<const validation_log> current_log() {
    const std::lock_guard lock(the_listener().mutex);
    return the_listener().log;
}

/// Uses a single write, so that lines of several processes do not interleave.
void append_to_file(const validation_log_entry& e) {
    const std::string path = detail::environment_value("NDWEAVE_VALIDATE_LOG");
    if (path.empty()) return;
    const std::string line = std::string(validation_outcome_name(e.outcome)) + "\t" + e.kernel + "\t" + e.text + "\n";
    std::FILE* const file = std::fopen(path.c_str(), "ae");
    const bool written = file && std::fwrite(line.data(), 1, line.size(), file) == line.size();
    const bool closed = file && std::fclose(file) == 0;
    if (written && closed) return;
    throw exception(errc::runtime, "NDWEAVE_VALIDATE_LOG is '" + path +
                                       "', which cannot be written: " + std::generic_category().message(errno));
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
    if (const auto log = current_log()) (*log)(e);
    append_to_file(e);
}

}  // namespace ndweave
