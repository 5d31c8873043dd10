#include "random_calls.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

constexpr unsigned array_length = 4;

}  // namespace

void random_calls::early_return(Value* condition, Value* result) {
    BasicBlock *leave = block("leave"), *stay = block("stay");
    at_.CreateCondBr(condition, leave, stay);
    go_on_in(leave);
    at_.CreateRet(result);
    go_on_in(stay);
}

/// Over the array, with a search's exit in some functions.
void random_calls::walk(Function& f, Value* sum) {
    Value* const array = f.getArg(3);
    const bool searches = chance(50), writes = chance(40);
    Value* end = chance(50) ? constant(array_length) : at_.CreateAnd(f.getArg(1), constant(array_length - 1));
    count_up(constant(0), end, constant(1), [&](Value* i) {
        Value* place = element(array, i);
        Value* made = combine(load(sum), load(place));
        at_.CreateStore(made, sum);
        if (writes) at_.CreateStore(load(sum), place);
        Value* found = chance(50) ? constant(pick(9)) : i;
        if (searches) early_return(condition(load(sum)), found);
    });
}

/// `uint32 f(uint32 a, uint32 b, uint32* out, uint32 array[4])`
Value* random_calls::body(Function& f) {
    Value *const a = f.getArg(0), *const b = f.getArg(1), *const out = f.getArg(2);
    Value* sum = variable(word(), "sum");
    at_.CreateStore(combine(a, b), sum);
    if (chance(40)) {
        Value* result = combine(b, load(out));
        early_return(condition(a), result);
    }
    if (chance(60)) walk(f, sum);
    if (!functions_.empty() && chance(40)) {
        Function* other = functions_[pick(static_cast<unsigned>(functions_.size()))];
        at_.CreateStore(at_.CreateCall(other, {load(sum), b, chance(50) ? sum : out, f.getArg(3)}), sum);
    }
    const auto write = [&](Value* what) { return [this, what, out] { at_.CreateStore(what, out); }; };
    if (chance(60)) {
        Value* other = combine(load(sum), b);
        either(condition(load(sum)), write(a), write(other));
    } else {
        at_.CreateStore(combine(load(out), load(sum)), out);
    }
    return load(sum);
}

/// One of a few of the module, so that some are called again.
Function* random_calls::any_function() {
    if (functions_.size() < 2 || (functions_.size() < 4 && chance(50))) {
        Function* made = helper("f", word(), {word(), word(), at_.getPtrTy(), at_.getPtrTy()},
                                [this](Function& f) { return body(f); });
        functions_.push_back(made);
    }
    return functions_[pick(static_cast<unsigned>(functions_.size()))];
}

void random_calls::call_function() {
    Function* const function = any_function();
    Value* a = value(1);
    Value* b = chance(30) ? uniform_value(1) : value(1);
    Value* out = any_varying();
    Value* result = at_.CreateCall(function, {a, b, out, private_words()});
    at_.CreateStore(result, any_varying());
}

}  // namespace ndweave::compiler::testing
