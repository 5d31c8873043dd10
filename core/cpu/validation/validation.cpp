#include "cpu/validation/validation.hpp"

#include <cmath>
#include <optional>

#include "cpu/compiled_kernel.hpp"
#include "cpu/tuning.hpp"
#include "cpu/validation/memory_image.hpp"
#include "cpu/validation/validation_text.hpp"
#include "ndweave/exception.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel/compile_request.hpp"
#include "runtime/kernel/kernel_name.hpp"
#include "runtime/kernel/validation_log.hpp"
#include "runtime/trace/machine_code.hpp"

namespace ndweave::detail {
namespace {

/// The last step of the front end.
constexpr const char* cleaned_up = "check-constructs";

/// Only in the child: forks do not wait for validated launches.
[[gnu::constructor]] void renew_in_forks() { renew_when_forked(fork_lock::validation, validation_lock); }

class validator {
public:
    validator(const launch& l, launch_plan& plan, launch_runner run)
        : launch_(l), plan_(plan), state_(plan.validation), run_(run) {}

    void validate() {
        if (!state_.reference && !compile_reference()) return run_(*plan_.compiled, false);
        memory_image image(launch_);
        atomics_ = run_reference({}, image);
        image.capture_expected();
        run_(*plan_.compiled, false);
        if (image.compare().equal()) return report(validation_outcome::equal, "");
        diagnose(image);
    }

private:
    ndw_compile_request request() const {
        ndw_compile_request r = request_for(*launch_.kernel, plan_.variant);
        r.functions = reference_functions().data();
        r.function_count = static_cast<std::uint32_t>(reference_functions().size());
        return r;
    }

    compiled_kernel compile_until(const char* step) const {
        ndw_compile_request r = request();
        r.variant.flags |= NDW_COMPILE_ITEM;
        r.last_step = step;
        compiled_kernel made = compile_kernel(r);
        name_machine_code(*launch_.kernel, r.variant, *made, "unoptimised");
        return made;
    }

    /// Dead code may call functions that cannot be linked until it is removed. Reports if there is no reference.
    bool compile_reference() const {
        std::string problem;
        for (const char* step : {"inline", cleaned_up}) {
            try {
                state_.reference = compile_until(step);
                return true;
            } catch (const exception& e) {
                problem = e.what();
            }
        }
        report(validation_outcome::not_validated, problem);
        return false;
    }

    std::uint64_t run_reference(const reference_order& order, memory_image& image) const {
        return run_item(*state_.reference, order, image);
    }

    std::uint64_t run_item(const ndw_compiled_kernel& kernel, const reference_order& order, memory_image& image) const {
        return detail::run_reference(kernel, launch_, plan_.variant.sub_group_size, order, image);
    }

    void report(validation_outcome outcome, const std::string& text) const {
        log_validation(*launch_.kernel, outcome, text);
    }

    /// The first comparison found a difference: may correct runs differ so?
    void diagnose(memory_image& image) {
        if (!state_.clean) state_.clean = compile_until(cleaned_up);
        image.save();
        image.restore();
        add_other_runs(image);
        image.restore_saved();
        const comparison first = image.compare();
        if (first.wrong == 0) return report(validation_outcome::within_bound, indeterminate_text(first));
        if (state_.clean->depends_on & NDW_DEPENDS_ON_COMPANY)
            return report(validation_outcome::order_dependent, company_text(first));
        if ((state_.clean->depends_on & NDW_DEPENDS_ON_ORDER) && may_depend_on_order(image)) return;
        fail(image, first);
    }

    void add_other_runs(memory_image& image) const {
        if (state_.clean->depends_on & NDW_DEPENDS_ON_ROUNDING) {
            for (const int rounding : {FE_UPWARD, FE_DOWNWARD}) {
                run_reference({.rounding = rounding}, image);
                image.add_rounded_run();
            }
        }
        if (!image.has_bytes()) return;
        run_item(*state_.clean, {}, image);
        image.add_repeated_run();
    }

    /// Whether the order explains the difference. If so, reports it; memory then holds the compiled kernel's results.
    bool may_depend_on_order(memory_image& image) const {
        image.restore();
        run_(*plan_.compiled, true);
        if (const comparison c = image.compare(); c.wrong == 0) {
            report(validation_outcome::equal_in_order, indeterminate_text(c));
            return true;
        }
        for (const reference_order& order : {reference_order{.descending = true}, reference_order{.yields = true}}) {
            const std::string text = difference_in(order, image);
            if (text.empty()) continue;
            image.restore_saved();
            report(validation_outcome::order_dependent, text);
            return true;
        }
        return false;
    }

    /// How the reference's result differs in that order. Work-items that wait for each other's atomic operations, as in
    /// some scans, may never end in it.
    std::string difference_in(reference_order order, memory_image& image) const {
        order.max_atomics = tuning::reordered_atomics_factor * atomics_ + tuning::reordered_atomics_slack;
        image.restore();
        try {
            run_reference(order, image);
        } catch (const exception& e) {
            if (e.code() != errc::runtime) throw;
            return std::string("not compared: ") + e.what();
        }
        const comparison c = image.compare();
        return c.wrong == 0 ? "" : order_text(c);
    }

    [[noreturn]] void fail(memory_image& image, const comparison& wrong) const {
        image.restore();
        image.watch(wrong.first.address);
        run_reference({}, image);
        const std::string place = image.watched_place();
        const std::string step = find_step(image);
        image.restore();
        image.restore_expected();
        throw exception(errc::build, wrong_result_text(launch_, wrong, place, step));
    }

    struct step_test {
        const validator& of;
        memory_image& image;

        static int is_correct(void* data, const ndw_compiled_kernel* kernel) {
            auto& [of, image] = *static_cast<step_test*>(data);
            image.restore();
            if (kernel->item_entry) {
                of.run_item(*kernel, {}, image);
            } else {
                of.run_(*kernel, false);
            }
            return image.compare().wrong == 0;
        }
    };

    /// Empty if no step reproduces the difference.
    std::string find_step(memory_image& image) const {
        const ndw_compiler_api& api = kernel_compiler();
        const ndw_compile_request r = request();
        step_test one{*this, image};
        char *step = nullptr, *error = nullptr;
        api.find_wrong_step(&r, step_test::is_correct, &one, &step, &error);
        const std::string found = step ? step : "";
        if (step) api.free_error(step);
        if (error) api.free_error(error);
        return found;
    }

    const launch& launch_;
    const launch_plan& plan_;
    plan_validation& state_;
    const launch_runner run_;
    std::uint64_t atomics_ = 0;  // of the reference
};

}  // namespace

std::shared_mutex validation_lock;

bool is_validation_due(launch_plan& plan, double share) {
    const auto n = static_cast<double>(plan.validation.launches++);
    return n == 0 || std::floor((n + 1) * share) > std::floor(n * share);
}

void run_validated(const launch& l, launch_plan& plan, launch_runner run) { validator(l, plan, run).validate(); }

}  // namespace ndweave::detail
