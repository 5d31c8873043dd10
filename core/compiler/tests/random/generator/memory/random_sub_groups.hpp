/// What the work-items of a random kernel's sub-group do together: SYCL's functions of sub-groups, out of the same
/// builtins as the public headers make them, mostly as functions that the kernel calls, as clang hands them over; and
/// exchanges through memory between barriers of the sub-group. All of it where has_sub_groups() of the place holds. The
/// last sub-group may be smaller; no lane is asked that is not there.
#pragma once

#include "random_atomics.hpp"

namespace ndweave::compiler::testing {

class random_sub_groups : protected random_atomics {
protected:
    using random_atomics::random_atomics;

    /// One of the functions or exchanges.
    void act_in_sub_group();
    void call_sub_group_function();

    /// A variable that all of a sub-group agree on, of what they have computed alike or together.
    void assign_by_sub_group();

    enum class operation { add, max, min, both, any, first };

    using written = std::function<llvm::Value*(llvm::Function&)>;

    /// Of integers; of floating-point numbers, which know fewer operations, one of those.
    llvm::Value* apply(operation op, llvm::Value* a, llvm::Value* b);

    /// `T name(T x, uint32, uint32)`, the same function for the same name, type and operation.
    llvm::Function* combination(const char* name, llvm::Type* type, operation op, const written& body);

    /// `op` over the sub-group. The third argument is the group's number of work-items.
    llvm::Function* sub_group_reduction(llvm::Type* type, operation op);

    /// Random operand of a group function, and what becomes of its result.
    llvm::Value* argument(llvm::Type* type);
    void keep(llvm::Value* result);

    llvm::Value* lane();

private:
    llvm::Value* shuffled(llvm::Value* of, llvm::Value* lane);
    llvm::Value* lanes(llvm::Value* items);
    llvm::Value* lanes_here() { return lanes(constant(shape_.items)); }
    llvm::Value* agreed_lane();
    llvm::Value* any_lane();

    llvm::Function* scan(llvm::Type* type, operation op, bool inclusive);
    llvm::Function* move(llvm::Type* type, unsigned way);
    llvm::Function* several(llvm::Type* type, operation op);
    llvm::Value* vote();

    void exchange_in_sub_group();
    void look_at_other();
};

}  // namespace ndweave::compiler::testing
