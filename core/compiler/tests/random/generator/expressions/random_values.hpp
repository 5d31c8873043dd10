/// The variables of a random kernel, and random expressions of them: uniform ones, which all work-items of the group
/// that are here agree on, such that those of a sub-group agree on, and others.
#pragma once

#include "random_reals.hpp"

namespace ndweave::compiler::testing {

class random_values : protected random_reals {
protected:
    using random_reals::random_reals;

    /// Ids and variables with their first values.
    void make_variables();

    llvm::Value* uniform_value(unsigned depth = 2);
    llvm::Value* sub_group_value(unsigned depth = 2);
    llvm::Value* value(unsigned depth = 2);

    /// One of these three.
    llvm::Value* agreed_value(scope together, unsigned depth = 2);
    virtual llvm::Value* private_value(unsigned depth) = 0;

    /// What others write and read beside variables: memory of the work-item's own, through pointers that may alias.
    virtual llvm::Value* shared_value(unsigned depth) = 0;

    /// Of 8, 16, 32 or 64 bits, of a variable of that type and another value.
    llvm::Value* typed_value(llvm::Type* type);

    /// Of value() or uniform_value(): now and then true, mostly false.
    llvm::Value* condition(llvm::Value* of);

    /// A condition that all of `together` agree on; of single work-items, one of the ids that most neighbours agree on,
    /// or another.
    llvm::Value* any_condition(scope together);

    /// Memory that only this work-item uses: local, behind the exchange's array; or the output. Of others, by their
    /// linear id in the group, it is read between barriers.
    llvm::Value* own_memory() { return own_memory_of(linear_); }
    llvm::Value* own_memory_of(llvm::Value* linear);
    llvm::Value* output(unsigned slot) { return output_of(linear_, slot); }
    llvm::Value* output_of(llvm::Value* linear, unsigned slot);

    llvm::Value* sub_group_number();
    llvm::Value* any_id() { return id_[pick(3)]; }
    llvm::Value* any_varying() { return varying_[pick(varying_count)]; }
    void assign();
    void assign_uniform() { assign_uniform_from(uniform_value()); }
    void assign_uniform_from(llvm::Value* made) { at_.CreateStore(made, uniform_[pick(uniform_count)]); }
    void assign_by_sub_group_from(llvm::Value* made) { at_.CreateStore(made, by_sub_group_[pick(by_sub_group_count)]); }
    void assign_real();
    void assign_typed();
    void write_outputs();

    llvm::Value* input(llvm::Value* index);

    /// A captured number of either size, or a constant.
    llvm::Value* uniform_source();

    /// The work-item's linear global id, of 64 bits.
    llvm::Value* linear_in_launch();

    llvm::Value *linear_ = nullptr, *memory_ = nullptr;  // linear id in the group, local memory

    static constexpr unsigned varying_count = 5, uniform_count = 3, by_sub_group_count = 2, typed_count = 3;

    /// An output that is read as well.
    static constexpr unsigned scratch_output =
        varying_count + uniform_count + by_sub_group_count + real_count + typed_count;
    static_assert(scratch_output < outputs_per_item);

private:
    void make_group_ids();
    void make_basic_ids();
    llvm::Value* linear_id(llvm::Value* const id[3], llvm::Value* rows, llvm::Value* columns);
    llvm::Value* input_byte(llvm::Value* index);
    llvm::Value* captured_number();
    llvm::Value* typed_variable(unsigned which);
    llvm::Value* varying_source();
    llvm::Value* unseen(llvm::Value* of);

    /// The column or row of an id, as programs number the cells of grids in one dimension; or those in a plane.
    llvm::Value* place_in_grid();

    /// By an id where a guard says so, and otherwise by one.
    llvm::Value* divided_by_id(unsigned depth);

    llvm::Value* group_ = nullptr;
    llvm::Value* id_[3] = {};
    llvm::Value* varying_[varying_count] = {};
    llvm::Value* uniform_[uniform_count] = {};
    llvm::Value* by_sub_group_[by_sub_group_count] = {};  // the same for all of a sub-group
    llvm::Value* typed_[typed_count] = {};                // of 8, 16 and 64 bits
};

}  // namespace ndweave::compiler::testing
