/// The variables of a random kernel, and random expressions of them: uniform ones, which all work-items of the group
/// that are here agree on, and others.
#pragma once

#include "random_reals.hpp"

namespace ndweave::compiler::testing {

class random_values : protected random_reals {
protected:
    using random_reals::random_reals;

    /// Ids and variables with their first values.
    void make_variables();

    llvm::Value* uniform_value(unsigned depth = 2);
    llvm::Value* value(unsigned depth = 2);
    virtual llvm::Value* private_value(unsigned depth) = 0;

    /// What others write and read beside variables: memory of the work-item's own, through pointers that may alias.
    virtual llvm::Value* shared_value(unsigned depth) = 0;

    /// Of 8, 16, 32 or 64 bits, of a variable of that type and another value.
    llvm::Value* typed_value(llvm::Type* type);

    /// Of value() or uniform_value(): now and then true, mostly false.
    llvm::Value* condition(llvm::Value* of);

    /// A condition of the ids that most neighbours agree on, or another; `together`: all agree.
    llvm::Value* any_condition(bool together);

    /// Memory that only this work-item uses: local, behind the exchange's array.
    llvm::Value* own_memory();
    llvm::Value* output(unsigned slot);

    llvm::Value* any_id() { return id_[pick(3)]; }
    llvm::Value* any_varying() { return varying_[pick(varying_count)]; }
    void assign();
    void assign_uniform() { assign_uniform_from(uniform_value()); }
    void assign_uniform_from(llvm::Value* made) { at_.CreateStore(made, uniform_[pick(uniform_count)]); }
    void assign_real();
    void assign_typed();
    void write_outputs();

    llvm::Value* input(llvm::Value* index);

    /// A captured number of either size, or a constant.
    llvm::Value* uniform_source();

    /// The work-item's linear global id, of 64 bits.
    llvm::Value* linear_in_launch();

    llvm::Value *linear_ = nullptr, *memory_ = nullptr;  // linear id in the group, local memory

private:
    static constexpr unsigned varying_count = 5, uniform_count = 3, typed_count = 3;
    static constexpr unsigned scratch_output = varying_count + uniform_count + real_count + typed_count;
    static_assert(scratch_output < outputs_per_item);

    void make_group_ids();
    void make_basic_ids();
    llvm::Value* linear_id(llvm::Value* const id[3], llvm::Value* rows, llvm::Value* columns);
    llvm::Value* input_byte(llvm::Value* index);
    llvm::Value* captured_number();
    llvm::Value* typed_variable(unsigned which);
    llvm::Value* varying_source();

    llvm::Value* group_ = nullptr;
    llvm::Value* id_[3] = {};
    llvm::Value* varying_[varying_count] = {};
    llvm::Value* uniform_[uniform_count] = {};
    llvm::Value* typed_[typed_count] = {};  // of 8, 16 and 64 bits
};

}  // namespace ndweave::compiler::testing
