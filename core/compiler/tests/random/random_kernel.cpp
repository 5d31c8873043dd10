#include "random_kernel.hpp"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

#include "random_loops.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

class generator : random_loops {
public:
    generator(std::uint64_t seed, const random_shape& shape) : random_loops(seed, shape) {}

    std::string run() {
        make_variables();
        make_arrays();
        budget_ = chance(70) ? 4 + pick(12) : chance(80) ? 16 + pick(24) : 80;  // more kernels in the same time
        body(1 + pick(4), 2 + pick(5), true);
        if (chance(30)) {
            may_leave_ = true;
            body(2, 3, false);
        }
        enter(end_);
        write_outputs();
        at_.CreateRetVoid();
        std::string text;
        raw_string_ostream out(text);
        if (verifyModule(module_, &out)) throw std::logic_error("random kernel: " + text);
        module_.print(out, nullptr);
        return text;
    }

private:
    void body(unsigned depth, unsigned statements, bool converged) override {
        for (unsigned i = 0; i < 1 + pick(statements); ++i) statement(depth, converged);
    }

    void statement(unsigned depth, bool converged) {
        if (budget_ != 0) --budget_;
        if (budget_ == 0) return assign();
        const bool together = converged && has_barriers();
        const unsigned which = pick(26);
        if (which < 3) return together ? act_together() : assign();
        if (which < 12) return simple_statement(which, converged);
        if (depth == 0) return assign();
        switch (which) {
            case 12:
            case 13:
                return branch(depth, converged, converged);
            case 14:
            case 15:
                return branch(depth, converged, false);
            case 16:
                return choose(depth, converged, converged && chance(50));
            case 17:
            case 18:
                return loop(depth, converged, converged);
            case 19:
            case 20:
                return loop(depth, converged, false);
            case 21:
            case 22:
                return strided_loop(depth);
            case 23:
                return pointer_loop(depth);
            case 24:
                return together && chance(15) ? unequal_trips() : walk_private();
            default:
                return assign();
        }
    }

    void simple_statement(unsigned which, bool converged) {
        switch (which) {
            case 3:
            case 4:
                return write_private();
            case 5:
                at_.CreateStore(value(), own_memory());
                return;
            case 6:
                return update_atomically();
            case 7:
                return converged ? assign_uniform() : assign();
            case 8:
                return assign_real();
            case 9:
                if (may_leave_ || (!has_barriers() && chance(15))) return leave();
                return converged && chance(20) ? return_early() : assign();
            default:
                return assign();
        }
    }

    unsigned budget_ = 0;  // statements that may still be anything
    bool may_leave_ = false;
};

}  // namespace

kernel_text random_kernel(std::uint64_t seed, const random_shape& shape) { return {generator(seed, shape).run()}; }

}  // namespace ndweave::compiler::testing
