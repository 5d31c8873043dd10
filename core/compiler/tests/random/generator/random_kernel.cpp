#include "random_kernel.hpp"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Debugify.h>

#include <optional>
#include <stdexcept>

#include "compiler/tests/random/generator/control_flow/random_shapes.hpp"
#include "random_profile.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

class generator : random_shapes {
public:
    generator(std::uint64_t seed, const random_shape& shape)
        : random_shapes(seed, shape), profile_(random_, has_barriers()) {
        sub_groups_ = profile_.sub_groups();
    }

    std::string run() {
        make_variables();
        make_arrays();
        budget_ = chance(70) ? 3 + pick(8) : chance(85) ? 10 + pick(14) : 50;  // more kernels in the same time
        body(1 + pick(4), 2 + pick(5), scope::work_group);
        if (divides_group()) {  // or there would hardly be any
            budget_ += 4 + pick(8);
            body(3, 12, scope::work_group);
        }
        if (chance(30)) {
            leaves_ = divides_group() && chance(50) ? scope::sub_group : scope::work_item;
            body(2, 3, *leaves_);
        }
        enter(end_);
        write_outputs();
        at_.CreateRetVoid();
        if (chance(25)) add_source_lines();
        std::string text;
        raw_string_ostream out(text);
        if (verifyModule(module_, &out)) throw std::logic_error("random kernel: " + text);
        module_.print(out, nullptr);
        return text;
    }

private:
    /// As -g gives: a line for each instruction, and variables.
    void add_source_lines() { applyDebugifyMetadata(module_, make_range(module_.begin(), module_.end()), "", nullptr); }

    void body(unsigned depth, unsigned statements, scope converged) override {
        for (unsigned i = 0; i < 1 + pick(statements); ++i) write_statement(depth, converged);
    }

    void write_statement(unsigned depth, scope converged) {
        if (budget_ != 0) --budget_;
        if (budget_ == 0) return assign();
        const statement kind = profile_.draw(random_);
        const bool together = converged == scope::work_group && has_barriers();
        if (kind >= statement::branch_together) {
            depth == 0 ? assign() : write_control_flow(kind, depth, converged);
        } else if (kind >= statement::act_together) {
            !together ? assign() : kind == statement::act_together ? act_together() : call_group_function();
        } else {
            write_simple(kind, converged);
        }
    }

    void write_simple(statement kind, scope converged) {
        switch (kind) {
            case statement::assign_uniform:
                return converged == scope::work_group ? assign_uniform() : assign();
            case statement::assign_by_sub_group:
                return divides_group() && has_sub_groups(converged) ? assign_by_sub_group() : assign();
            case statement::act_in_sub_group:
                return has_sub_groups(converged) ? act_in_sub_group() : assign();
            case statement::assign_real:
                return assign_real();
            case statement::assign_typed:
                return assign_typed();
            case statement::write_private:
                return write_private();
            case statement::write_own:
                at_.CreateStore(value(), own_memory());
                return;
            case statement::update_atomically:
                return update_atomically();
            case statement::update_own:
                return update_own();
            case statement::use_record:
                return use_record();
            case statement::use_planes:
                return use_planes();
            case statement::stream:
                return stream();
            case statement::read_clamped:
                return read_clamped();
            case statement::call_function:
                return call_function();
            case statement::leave:
                if (leaves_ ? converged >= *leaves_ : !has_barriers() && chance(15))
                    return leave(leaves_.value_or(scope::work_item));
                return !leaves_ && converged == scope::work_group && chance(20) ? return_early() : assign();
            default:
                return assign();
        }
    }

    void write_control_flow(statement kind, unsigned depth, scope converged) {
        const bool together = converged == scope::work_group && has_barriers();
        const bool by_sub_group = divides_group() && has_sub_groups(converged);
        switch (kind) {
            case statement::branch_together:
                return branch(depth, converged, converged);
            case statement::branch:
                return branch(depth, converged, scope::work_item);
            case statement::branch_by_sub_group:
                return branch(depth, converged, by_sub_group ? scope::sub_group : scope::work_item);
            case statement::choose:
                return choose(depth, converged, any_part_of(converged));
            case statement::loop_together:
                return loop(depth, converged, converged);
            case statement::loop:
                return loop(depth, converged, scope::work_item);
            case statement::loop_by_sub_group:
                return loop(depth, converged, by_sub_group ? scope::sub_group : scope::work_item);
            case statement::skip_parts:
                return by_sub_group ? skip_parts(depth, converged) : walk_private();
            case statement::rows_by_sub_groups:
                return by_sub_group ? rows_by_sub_groups(depth) : walk_private();
            case statement::strided_loop:
                return strided_loop(depth);
            case statement::pointer_loop:
                return pointer_loop(depth);
            case statement::unequal_trips:
                if (together) return unequal_trips(scope::work_group);
                return by_sub_group && sub_groups_ == sub_group_use::unseen ? unequal_trips(scope::sub_group)
                                                                            : walk_private();
            case statement::equal_trips:
                return together ? equal_trips(depth) : walk_private();
            case statement::arms:
                return arms(depth, converged);
            case statement::search:
                return search(depth, converged);
            case statement::guarded_division:
                return guarded_division(depth);
            case statement::read_again:
                return together ? read_again() : walk_private();
            case statement::edges:
                return edges(depth);
            default:
                return walk_private();
        }
    }

    /// The same, or less.
    scope any_part_of(scope converged) {
        if (chance(50)) return converged;
        return divides_group() && converged >= scope::sub_group && chance(50) ? scope::sub_group : scope::work_item;
    }

    random_profile profile_;
    unsigned budget_ = 0;          // statements that may still be anything
    std::optional<scope> leaves_;  // who may return, now that nothing follows that more do together
};

}  // namespace

kernel_text random_kernel(std::uint64_t seed, const random_shape& shape) { return {generator(seed, shape).run()}; }

}  // namespace ndweave::compiler::testing
