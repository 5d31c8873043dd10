#include "compiler/find_wrong_step.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/JSON.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>

#include "code/ready_kernel.hpp"
#include "compiler/compile.hpp"
#include "compiler/error.hpp"
#include "compiler/passes/work_item_loops.hpp"

namespace ndweave::compiler {
namespace {

llvm::Expected<std::unique_ptr<const code::ready_kernel>> ready(const ndw_compile_request& request) {
    auto made = compile(request);
    if (!made) return made.takeError();
    try {
        return std::make_unique<const code::ready_kernel>(std::move(*made), request);
    } catch (const std::runtime_error& e) {
        return failed(e.what());
    }
}

llvm::json::Object report_of(const ndw_compiled_kernel& kernel) {
    auto report = llvm::json::parse(kernel.report);
    if (!report) {
        llvm::consumeError(report.takeError());
        return {};
    }
    return std::move(*report->getAsObject());
}

llvm::SmallVector<std::string> steps_of(const ndw_compiled_kernel& kernel) {
    llvm::SmallVector<std::string> names;
    llvm::json::Object report = report_of(kernel);
    const llvm::json::Array* const steps = report.getArray("steps");
    for (const llvm::json::Value& step : steps ? *steps : llvm::json::Array()) {
        names.push_back(step.getAsObject()->getString("step").value_or("").str());
    }
    return names;
}

/// Without any step behind it there is code all the same: that of the loops, which nothing can be left out of.
constexpr const char* last_front_step = "check-constructs";

bool forms_loops(const std::string& step) {
    const auto is_one_of = [&](const work_item_loop_options& options) {
        return llvm::any_of(work_item_loop_steps(options), [&](const pipeline_step& one) { return step == one.name; });
    };
    return is_one_of({}) || is_one_of({.sub_groups = true});
}

bool needs_whole_group(const std::string& step) {
    return forms_loops(step) || step == "note-synchronisation" || step == "local-atomics" || step == "wrap";
}

class search {
public:
    search(const ndw_compile_request& request, llvm::function_ref<bool(const ndw_compiled_kernel&)> is_right)
        : item_(request), loops_(request), is_right_(is_right) {
        item_.variant.flags |= NDW_COMPILE_ITEM;
        loops_.functions = nullptr;
        loops_.function_count = 0;
    }

    llvm::Expected<std::string> run() {
        auto whole = ready(loops_);
        if (!whole) return whole.takeError();
        const llvm::SmallVector<std::string> steps = steps_of((*whole)->view());
        const auto loops = std::next(llvm::find(steps, last_front_step));
        const auto end = llvm::find(steps, "generate-code");
        if (item_.function_count != 0) {
            for (auto step = llvm::find(steps, "inline"); step < end && !needs_whole_group(*step); ++step) {
                if (is_wrong(item_, *step)) return *step;
            }
        }
        if (is_wrong(loops_, last_front_step))
            return llvm::any_of(steps, forms_loops) ? "canonical-ids to wrap" : "wrap";
        for (auto step = loops; step < end; ++step) {
            if (forms_loops(*step) || !is_wrong(loops_, *step)) continue;
            return *step == "optimise" ? "optimise" + pass_text() : *step;
        }
        return is_right_((*whole)->view()) ? "" : "generate-code";
    }

private:
    /// A step behind which there is no code yet is not wrong.
    bool is_wrong(ndw_compile_request request, const std::string& last_step) {
        request.last_step = last_step.c_str();
        auto kernel = ready(request);
        if (kernel) return !is_right_((*kernel)->view());
        llvm::consumeError(kernel.takeError());
        return false;
    }

    struct outcome {
        bool right;
        std::int64_t passes;
        std::string last_pass;
    };

    std::optional<outcome> with_passes(std::uint32_t most) {
        ndw_compile_request request = loops_;
        request.last_step = "optimise";
        request.last_pass = most + 1;
        auto kernel = ready(request);
        if (!kernel) {
            llvm::consumeError(kernel.takeError());
            return std::nullopt;
        }
        llvm::json::Object report = report_of((*kernel)->view());
        return outcome{is_right_((*kernel)->view()), report.getInteger("passes").value_or(0),
                       report.getString("last_pass").value_or("").str()};
    }

    /// Empty where the fault is in what "optimise" cannot do without.
    std::string pass_text() {
        const auto all = with_passes(UINT32_MAX - 1), none = with_passes(0);
        if (!all || !none || all->right || !none->right) return "";
        std::uint32_t right = 0, wrong = static_cast<std::uint32_t>(all->passes);
        std::string name = all->last_pass;
        while (wrong - right > 1) {
            const std::uint32_t middle = right + (wrong - right) / 2;
            const auto tried = with_passes(middle);
            if (!tried) return "";
            if (tried->right) {
                right = middle;
            } else {
                wrong = middle;
                name = tried->last_pass;
            }
        }
        return ": " + name + ", pass " + std::to_string(wrong) + " of " + std::to_string(all->passes);
    }

    ndw_compile_request item_, loops_;
    llvm::function_ref<bool(const ndw_compiled_kernel&)> is_right_;
};

}  // namespace

llvm::Expected<std::string> find_wrong_step(const ndw_compile_request& request,
                                            llvm::function_ref<bool(const ndw_compiled_kernel&)> is_right) {
    return search(request, is_right).run();
}

}  // namespace ndweave::compiler
