#include "cpu/validation.hpp"

#include <cmath>
#include <optional>

#include "cpu/compiled_kernel.hpp"
#include "cpu/memory_image.hpp"
#include "cpu/validation_text.hpp"
#include "ndweave/exception.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel_name.hpp"
#include "runtime/validation_log.hpp"

namespace ndweave::detail {
namespace {

/// The last step of the front, behind which nothing of it is left to do.
constexpr const char* cleaned_up = "check-constructs";

/// Only in the child: forks do not wait for launches that are validated.
[[gnu::constructor]] void renew_in_forks() { renew_when_forked(fork_lock::validation, validation_turn); }

class validator {
public:
    validator(const launch& l, launch_plan& plan, launch_runner run)
        : launch_(l), plan_(plan), state_(plan.validation), run_(run) {}

    void validate() {
        if (!state_.reference && !compile_reference()) return run_(*plan_.compiled, false);
        memory_image image(launch_);
        atomics_ = run_reference({}, image);
        image.settle();
        run_(*plan_.compiled, false);
        if (image.compare().equal()) return tell(validation_outcome::equal, "");
        look_closer(image);
    }

private:
    ndw_compile_request request() const {
        const plan_key& k = plan_.key;
        ndw_compile_request r =
            host_request(*launch_.kernel, k.local_range, k.strategy, k.flags, k.sub_group_size, k.pointer_alignment);
        r.functions = reference_functions().data();
        r.function_count = static_cast<std::uint32_t>(reference_functions().size());
        return r;
    }

    compiled_kernel compile_until(const char* step) const {
        ndw_compile_request r = request();
        r.flags |= NDW_COMPILE_ITEM;
        r.last_step = step;
        return compile_kernel(r);
    }

    /// Code that never runs may call what cannot be linked until it is cleaned up. Where there is no reference, tells.
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
        tell(validation_outcome::not_validated, problem);
        return false;
    }

    std::uint64_t run_reference(const reference_order& order, memory_image& image) const {
        return run_item(*state_.reference, order, image);
    }

    std::uint64_t run_item(const ndw_compiled_kernel& kernel, const reference_order& order, memory_image& image) const {
        return detail::run_reference(kernel, launch_, plan_.key.sub_group_size, order, image);
    }

    void tell(validation_outcome outcome, const std::string& text) const {
        log_validation(*launch_.kernel, outcome, text);
    }

    /// The first comparison found a difference; is it one that right runs may have?
    void look_closer(memory_image& image) {
        if (!state_.clean) state_.clean = compile_until(cleaned_up);
        image.save();
        image.restore();
        take_other_runs(image);
        image.put_saved();
        const comparison first = image.compare();
        if (first.wrong == 0) return tell(validation_outcome::within_bound, unsettled_text(first));
        if ((state_.clean->depends_on & NDW_DEPENDS_ON_ORDER) && may_depend_on_order(image)) return;
        fail(image, first);
    }

    void take_other_runs(memory_image& image) const {
        if (state_.clean->depends_on & NDW_DEPENDS_ON_ROUNDING) {
            for (const int rounding : {FE_UPWARD, FE_DOWNWARD}) {
                run_reference({.rounding = rounding}, image);
                image.take_rounded();
            }
        }
        if (!image.has_bytes()) return;
        run_item(*state_.clean, {}, image);
        image.take_repeated();
    }

    /// Whether that explains the difference; then it is told, and memory is as the compiled kernel leaves it.
    bool may_depend_on_order(memory_image& image) const {
        image.restore();
        run_(*plan_.compiled, true);
        if (const comparison c = image.compare(); c.wrong == 0) {
            tell(validation_outcome::equal_in_order, unsettled_text(c));
            return true;
        }
        for (const reference_order& order : {reference_order{.descending = true}, reference_order{.yields = true}}) {
            const std::string text = difference_in(order, image);
            if (text.empty()) continue;
            image.put_saved();
            tell(validation_outcome::order_dependent, text);
            return true;
        }
        return false;
    }

    /// What the reference does otherwise in that order. Work-items that wait for each other's atomic operations, as
    /// some scans do, may never end in it.
    std::string difference_in(reference_order order, memory_image& image) const {
        order.most_atomics = 64 * atomics_ + 1'000'000;
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
        image.put_expected();
        throw exception(errc::build, wrong_result_text(launch_, wrong, place, step));
    }

    struct trial {
        const validator& of;
        memory_image& image;

        static int is_right(void* data, const ndw_compiled_kernel* kernel) {
            auto& [of, image] = *static_cast<trial*>(data);
            image.restore();
            if (kernel->item_entry) {
                of.run_item(*kernel, {}, image);
            } else {
                of.run_(*kernel, false);
            }
            return image.compare().wrong == 0;
        }
    };

    /// Empty where no step does it again.
    std::string find_step(memory_image& image) const {
        const ndw_compiler_api& api = kernel_compiler();
        const ndw_compile_request r = request();
        trial one{*this, image};
        char *step = nullptr, *error = nullptr;
        api.find_wrong_step(&r, trial::is_right, &one, &step, &error);
        const std::string found = step ? step : "";
        if (step) api.free_error(step);
        if (error) api.free_error(error);
        return found;
    }

    const launch& launch_;
    const launch_plan& plan_;
    plan_validation& state_;
    const launch_runner run_;
    std::uint64_t atomics_ = 0;  // that the reference needed
};

}  // namespace

std::shared_mutex validation_turn;

bool is_validation_due(launch_plan& plan, double share) {
    const auto n = static_cast<double>(plan.validation.launches++);
    return n == 0 || std::floor((n + 1) * share) > std::floor(n * share);
}

void run_validated(const launch& l, launch_plan& plan, launch_runner run) { validator(l, plan, run).validate(); }

}  // namespace ndweave::detail
