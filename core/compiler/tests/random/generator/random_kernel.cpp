#include "random_kernel.hpp"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Debugify.h>

#include <stdexcept>

#include "compiler/tests/random/generator/control_flow/random_shapes.hpp"
#include "random_profile.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

class generator : random_shapes {
public:
    generator(std::uint64_t seed, const random_shape& shape) : random_shapes(seed, shape), profile_(random_) {}

    std::string run() {
        make_variables();
        make_arrays();
        budget_ = chance(70) ? 3 + pick(8) : chance(85) ? 10 + pick(14) : 50;  // more kernels in the same time
        body(1 + pick(4), 2 + pick(5), true);
        if (chance(30)) {
            may_leave_ = true;
            body(2, 3, false);
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

    void body(unsigned depth, unsigned statements, bool converged) override {
        for (unsigned i = 0; i < 1 + pick(statements); ++i) write_statement(depth, converged);
    }

    void write_statement(unsigned depth, bool converged) {
        if (budget_ != 0) --budget_;
        if (budget_ == 0) return assign();
        const statement kind = profile_.draw(random_);
        const bool together = converged && has_barriers();
        if (kind >= statement::branch_together) {
            depth == 0 ? assign() : write_control_flow(kind, depth, converged);
        } else if (kind >= statement::act_together) {
            !together ? assign() : kind == statement::act_together ? act_together() : call_group_function();
        } else {
            write_simple(kind, converged);
        }
    }

    void write_simple(statement kind, bool converged) {
        switch (kind) {
            case statement::assign_uniform:
                return converged ? assign_uniform() : assign();
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
            case statement::call_function:
                return call_function();
            case statement::leave:
                if (may_leave_ || (!has_barriers() && chance(15))) return leave();
                return converged && chance(20) ? return_early() : assign();
            default:
                return assign();
        }
    }

    void write_control_flow(statement kind, unsigned depth, bool converged) {
        const bool together = converged && has_barriers();
        switch (kind) {
            case statement::branch_together:
                return branch(depth, converged, converged);
            case statement::branch:
                return branch(depth, converged, false);
            case statement::choose:
                return choose(depth, converged, converged && chance(50));
            case statement::loop_together:
                return loop(depth, converged, converged);
            case statement::loop:
                return loop(depth, converged, false);
            case statement::strided_loop:
                return strided_loop(depth);
            case statement::pointer_loop:
                return pointer_loop(depth);
            case statement::unequal_trips:
                return together ? unequal_trips() : walk_private();
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

    random_profile profile_;
    unsigned budget_ = 0;  // statements that may still be anything
    bool may_leave_ = false;
};

}  // namespace

kernel_text random_kernel(std::uint64_t seed, const random_shape& shape) { return {generator(seed, shape).run()}; }

}  // namespace ndweave::compiler::testing
