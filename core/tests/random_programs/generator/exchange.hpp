/// What work-items of a group do together: barriers, local memory, group and sub-group functions. And what all do:
/// atomic operations and reductions.
#pragma once

#include "helpers.hpp"

namespace random_programs {

/// Counters that are changed by one operation only, so that the order does not count.
struct atomic_counters {
    std::string name;
    type of;
    std::size_t count;
    std::string operation;
    bool local;
};

/// A local_accessor with one element for each work-item of the group.
struct local_tile {
    std::string name;
    type of;
    std::size_t rows, columns;  // rows 0: of one dimension
};

class random_exchange : protected random_helpers {
protected:
    using random_helpers::random_helpers;

    /// Statements of places where all work-items of the group come together.
    statement together(const place&);
    /// Of places where all of a sub-group come together, or the group.
    statement in_sub_group(const place&);
    statement atomic_operation(const place&);
    statement contribution(const place&);

    std::vector<atomic_counters> atomics_;
    std::vector<local_tile> tiles_;
    std::string share_;  // global memory with an element for each work-item, a group's own beginning here
    type share_type_ = type::u32;
    std::string reducer_;  // of a reduction
    type reducer_type_ = type::u32;
    bool has_bins_ = false;  // 16 counters in local memory

private:
    statement through_tile(const place&);
    statement through_global_memory(const place&);
    statement tree(const place&);
    statement histogram(const place&);
    statement unequal_turns(const place&);
    statement group_function(const place&, const std::string& group, const std::string& items);
    statement sub_group_function(const place&);
    statement sub_group_branch(const place&);
    statement sub_group_loop(const place&);
    std::string number_of_sub_group();
    statement handed_on(const local_tile&);
    std::string own_index();
    std::string own_element(const local_tile&);
    statements with_array(const array&, const place&);
    std::string value_for(const std::string& name, type of, unsigned depth);
    const variable* any_varying() { return assignable({1, false, false}); }
};

}  // namespace random_programs
