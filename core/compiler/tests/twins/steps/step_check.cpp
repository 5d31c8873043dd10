#include "step_check.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/codegen/host/entry/entry.hpp"
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/counters/uniform_steps.hpp"
#include "compiler/passes/step_observer.hpp"
#include "compiler/passes/work_items/group_shape.hpp"
#include "compiler/passes/work_items/masks/index_sets.hpp"
#include "compiler/tests/host_kernel.hpp"
#include "compiler/tests/random/interpreter/interpreted_operations.hpp"
#include "lone_passes.hpp"
#include "region_walk.hpp"
#include "watched_function.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

constexpr std::uint32_t sub_group_sizes[] = {8, 16, 32, 64};
constexpr std::size_t arena_bytes = 4 << 20;  // more than any kernel of the tests needs
constexpr std::uint32_t tile_items = 48;      // fewer than any tile may have
struct all_is_seen {};                        // thrown where no further step can be run

template <class T>
memory_watch::area bytes_of(const T& object, bool writable = false) {
    return {std::as_bytes(std::span(&object, 1)), writable};
}

class step_checker : public step_observer {
public:
    step_checker(const random_setting& setting, const kernel_text& kernel)
        : setting_(setting), arena_(arena_bytes), kernel_(kernel) {
        const serial_interpreter interpreter(kernel);
        expected_ = setting.run_all(
            [&](work_group& g, const void* functor, const random_memory&) { interpreter.run(g, functor); });
    }

    void after(StringRef step, Module& module) override {
        Function* kernel = module.getFunction(kernel_.name);
        if (step == "wrap") {
            check_entry(module);
            throw all_is_seen();
        }
        const bool begins_loops = step == "canonical-ids" || step == "lanes";
        if (begins_loops) in_loops_ = true;
        if (step == "strip-loop") has_strips_ = false;
        if (step == "sub-groups") private_memory_.clear();  // each sub-group has its own
        const group_shape shape = in_loops_ && has_strips_ ? group_shape::of(*kernel) : whole();
        runs_group_ = runs_group(*kernel);
        // One sub-group after the other cannot be run up to a barrier of all.
        if (step == "lanes") has_barriers_ = !calls_of(*kernel, builtin::barrier).empty();
        if (runs_lanes(*kernel) && has_barriers_) return;
        const region_plan plan = region_plan::of(*kernel);
        if (!plan.heads.empty()) return check_plan(step, *kernel, shape, plan);
        forget_variables(*kernel);
        check(step, *kernel, shape);
        if (step == "group-invariants-again" || step == "lanes.permutes") check_index_sets(*kernel, shape);
    }

    step_counts counts;

private:
    void check_plan(StringRef step, Function& kernel, const group_shape& shape, const region_plan& plan) {
        std::vector<const AllocaInst*> shared = private_memory_;
        std::vector<const AllocaInst*> others;
        for (const Instruction& i : instructions(kernel)) {
            const auto* variable = dyn_cast<AllocaInst>(&i);
            if (variable && !is_contained(shared, variable) && !is_contained(plan.any, variable))
                others.push_back(variable);
        }
        if (step.ends_with("private-memory")) {
            private_memory_ = others;
            append_range(shared, others);
        }
        if (!step.ends_with("spill-values")) others.clear();
        const region_walk walk = walk_by_regions(kernel, plan, shared, others);
        check_form("step " + step.str(), *walk.kernel, shape, function_form::item_by_regions, walk.shared);
    }

    group_shape whole() const {
        group_shape shape;
        std::copy(std::begin(setting_.group.local_range), std::end(setting_.group.local_range), shape.range);
        return shape;
    }

    /// One that a step has deleted may have been where another one is next.
    void forget_variables(const Function& kernel) {
        SmallPtrSet<const AllocaInst*, 16> now;
        for (const Instruction& i : instructions(kernel)) {
            if (const auto* variable = dyn_cast<AllocaInst>(&i)) now.insert(variable);
        }
        erase_if(private_memory_, [&](const AllocaInst* variable) { return !now.contains(variable); });
    }

    void check(StringRef step, Function& kernel, const group_shape& shape) {
        const bool normal =
            in_loops_ && step != "canonical-ids" && step != "lanes" && !step.ends_with("group-invariants");
        const auto form = runs_group_ ? function_form::group
                          : normal    ? function_form::item
                                      : function_form::item_as_written;
        check_form("step " + step.str(), kernel, shape, form, {});
    }

    /// split_index_set() on each loop alone: mask-loops calls it only where a mask is worth it.
    void check_index_sets(Function& kernel, const group_shape& shape) {
        if (!uniformity(kernel).lockstep()) return;
        bool more = true;
        for (unsigned n = 0; more; ++n) {
            ValueToValueMapTy copies;
            const auto module = CloneModule(*kernel.getParent(), copies);
            auto& copy = *cast<Function>(copies[&kernel]);
            separate_uniform_steps(copy);
            const uniformity values(copy);
            const LoopInfo info(values.dominators());
            const auto loops = info.getLoopsInPreorder();
            more = n + 1 < loops.size();
            if (n >= loops.size() || !loops[n]->isLoopSimplifyForm() || !split_index_set(copy, *loops[n], values))
                continue;
            check_form("split_index_set alone", copy, shape, function_form::split_item, {});
        }
    }

    void check_form(const std::string& after, Function& kernel, const group_shape& shape, function_form form,
                    const std::vector<const AllocaInst*>& shared) {
        expect_same(after, [&] {
            watched_function code(kernel, form, shared);
            return setting_.run_all([&](work_group& g, const random_functor* functor, const random_memory& memory) {
                allow(code, g, *functor, memory);
                const auto run = [&](const run_surroundings& beside) {
                    runs_group_ ? code.run_once(g, {functor}, beside) : code.run_items(g, functor, beside);
                };
                if (runs_lanes(kernel))
                    for_each_sub_group(g, run);
                else if (runs_sub_groups(kernel))
                    run_sub_groups(g, shape, run);
                else
                    for_each_part(g, shape, run);
            });
        });
    }

    /// `run` with `group` as one of such a shape.
    template <class Run>
    static void run_shaped(work_group& group, const std::uint32_t (&range)[3], const Run& run) {
        const work_group all = group;
        group.part_of = group.items();
        std::copy(std::begin(range), std::end(range), group.local_range);
        run();
        std::copy(std::begin(all.local_range), std::end(all.local_range), group.local_range);
        group.part_of = all.part_of;
    }

    template <class Run>
    void for_each_sub_group(work_group& group, const Run& run) {
        const auto items = static_cast<std::uint32_t>(group.items());
        for (std::uint32_t first = 0; first < items; first += group.sub_group_size) {
            const std::uint32_t lanes[] = {std::min(group.sub_group_size, items - first), 1, 1};
            const run_surroundings beside{.arena = arena_.data(), .sub_group_number = first / group.sub_group_size};
            run_shaped(group, lanes, [&] { run(beside); });
        }
    }

    template <class Run>
    void run_sub_groups(work_group& group, const group_shape& shape, const Run& run) {
        run_shaped(group, shape.range, [&] { run({.arena = arena_.data()}); });
    }

    /// Tiles of a basic kernel's range, the strips of a group, or the whole of either: `run` with `group` as such one.
    template <class Run>
    void for_each_part(work_group& group, const group_shape& shape, const Run& run) {
        const work_group all = group;
        const bool tiles = setting_.basic() && in_loops_;
        const std::uint32_t* const range = all.local_range;
        std::uint32_t part[3] = {};
        for (unsigned axis = 0; axis < 3; ++axis)
            part[axis] = !tiles ? std::min(shape.range[axis], range[axis]) : axis == 0 ? tile_items : 1;
        for (std::uint32_t z = 0; z < range[2]; z += part[2]) {
            for (std::uint32_t y = 0; y < range[1]; y += part[1]) {
                for (std::uint32_t x = 0; x < range[0]; x += part[0]) {
                    const std::uint32_t first[3] = {x, y, z};
                    run_surroundings beside{.arena = arena_.data()};
                    for (unsigned axis = 0; axis < 3; ++axis) {
                        group.local_range[axis] = std::min(part[axis], range[axis] - first[axis]);
                        if (tiles) group.first_id[axis] += first[axis];
                        if (!tiles) beside.strip_first[axis] = first[axis];
                    }
                    run(beside);
                    std::copy(std::begin(all.first_id), std::end(all.first_id), group.first_id);
                }
            }
        }
        std::copy(std::begin(all.local_range), std::end(all.local_range), group.local_range);
    }

    void allow(watched_function& code, const work_group& group, const random_functor& functor,
               const random_memory& memory, std::vector<memory_watch::area> more = {}) {
        more.push_back(bytes_of(functor));
        for (const auto& array : memory.all()) more.push_back({array, array.data() != memory.all().front().data()});
        more.push_back({std::as_bytes(std::span(group.local_memory)), true});
        more.push_back({std::as_bytes(std::span(arena_.data(), arena_bytes)), true});
        code.allow(std::move(more));
    }

    void check_entry(const Module& wrapped) {
        const auto module = CloneModule(wrapped);
        run_module_passes(*module, [](PassBuilder&, ModulePassManager& passes) {
            passes.addPass(AlwaysInlinerPass());
            FunctionPassManager tidy;
            tidy.addPass(SROAPass(SROAOptions::ModifyCFG));
            tidy.addPass(LoopSimplifyPass());
            tidy.addPass(LCSSAPass());
            passes.addPass(createModuleToFunctionPassAdaptor(std::move(tidy)));
        });
        if (!run_entry("step wrap", *module)) return;
        for (const lone_pass& pass : lone_passes()) {
            const auto copy = CloneModule(*module);
            run_function_passes(*copy, pass.add);
            run_entry(std::string(pass.name) + " alone", *copy);
        }
    }

    /// Whether the interpreter can.
    bool run_entry(const std::string& after, Module& module) {
        return expect_same(after, [&] {
            watched_function code(*module.getFunction(host::entry_symbol), function_form::group);
            return setting_.run_all([&](work_group& g, const random_functor* functor, const random_memory& memory) {
                const auto [launch, box] = call_for(g, setting_.basic(), functor);
                const ndw_host_worker worker{g.local_memory.data(), arena_.data()};
                allow(code, g, *functor, memory, {bytes_of(launch), bytes_of(worker), bytes_of(box)});
                code.run_once(g, {&launch, &worker, &box}, {});
            });
        });
    }

    template <class Run>
    bool expect_same(const std::string& after, const Run& run) {
        try {
            const random_memory got = run();
            ++counts.run;
            if (got == expected_) return true;
            throw wrong_result("it does not do what the kernel did, first in " + first_difference(got, expected_));
        } catch (const unknown_operation&) {
            ++counts.unknown;
            return false;
        } catch (const std::exception& error) {
            throw wrong_result("after " + after + ": " + error.what());
        }
    }

    const random_setting& setting_;
    aligned_buffer<char> arena_;
    const kernel_text& kernel_;
    random_memory expected_;
    bool in_loops_ = false, has_strips_ = true, has_barriers_ = false, runs_group_ = false;
    std::vector<const AllocaInst*> private_memory_;  // private arrays of all work-items
};

}  // namespace

step_counts check_steps(const random_setting& setting, const kernel_text& kernel, const product_options& options) {
    step_checker checker(setting, kernel);
    try {
        compile_watched(kernel, setting.group, options, checker);
    } catch (const all_is_seen&) {
    }
    return checker.counts;
}

step_counts check_steps(std::uint64_t seed, std::size_t max_items) {
    std::mt19937_64 random(seed);
    const random_setting setting(random, sub_group_sizes);
    if (setting.group.items() > max_items) return {};
    const kernel_text kernel = random_kernel(seed, setting.shape());
    const std::uint32_t flags = setting.small_ids ? NDW_COMPILE_SMALL_IDS : 0;
    const auto strategy = random() % 2 == 0 ? NDW_STRATEGY_AUTO : NDW_STRATEGY_CBS;
    return check_steps(setting, kernel, {strategy, flags, setting.basic(), sizeof(random_functor), true});
}

std::string first_wrong_step(const random_setting& setting, const kernel_text& kernel, const product_options& options) {
    try {
        check_steps(setting, kernel, options);
        return {};
    } catch (const wrong_result& wrong) {
        return wrong.what();
    }
}

}  // namespace ndweave::compiler::testing
