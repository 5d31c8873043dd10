/// Where kept variables are between regions: one slot for the group where a variable is uniform, else an array over the
/// work-items.
///
///     region's entry:   u.spill = slot_u               before the loops: no work-item sees what another makes of it
///     for each item:    v.spill = slot_v[item]; body; slot_v[item] = v.spill; slot_u = u.spill
///
/// Variables of one type that are never kept at the same time have one array: an item reads its element before it
/// writes it. What is kept should fit the first-level cache.
#pragma once

#include <vector>

#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/passes/regions/region.hpp"
#include "compiler/passes/regions/spilled_values.hpp"

namespace ndweave::compiler {

class spill_slots {
public:
    /// Each set of `together` holds indices of variables that are kept at the same time.
    spill_slots(const std::vector<spill_variable>& variables, const std::vector<llvm::BitVector>& together,
                group_storage& storage);

    /// Gives the variables in `live` the values of their slots: uniform ones at `group`, others at `item`.
    void load(llvm::IRBuilder<>& group, llvm::IRBuilder<>& item, const region& r, const llvm::BitVector& live) const;

    /// Stores the variables in `live` that the region changes.
    void save(llvm::IRBuilder<>& item, const region& r, const llvm::BitVector& live) const;

    /// Promotable once all regions are made: the variables, and the slots of uniform ones.
    const llvm::SmallVector<llvm::AllocaInst*>& temporaries() const { return temporaries_; }

private:
    struct slot {
        llvm::AllocaInst* variable;
        llvm::Type* stored;   // i8 for i1, which has no vector form in memory
        llvm::Value* memory;  // an array over work-items, or one alloca for the group
        bool uniform;
    };

    static llvm::Value* address(llvm::IRBuilder<>& at, const region& r, const slot& s);
    static llvm::Value* load_item(llvm::IRBuilder<>& at, const region& r, const slot& s);
    static void store_item(llvm::IRBuilder<>& at, const region& r, const slot& s, llvm::Value* value);

    std::vector<slot> slots_;
    llvm::SmallVector<llvm::AllocaInst*> temporaries_;
};

}  // namespace ndweave::compiler
