/// Where kept variables are between regions: one slot for the group where a variable is uniform, else an array over the
/// work-items.
///
///     region's entry:   u.spill = slot_u               before the loops: no work-item sees what another makes of it
///     for each item:    v.spill = slot_v[item]; body; slot_v[item] = v.spill; slot_u = u.spill
///
/// Variables of one type that are never kept at the same time have one array: an item reads its element before it
/// writes it. What is kept should fit the first-level cache.
///
/// Of a sub-group, where the items are its lanes, all lanes' values are one vector, which goes through memory only in a
/// region's loops. Those read what the region began with, and never what it makes:
///
///     region's entry:   read = vector_v
///     for each lane:    v.spill = read[lane]; body; written[lane] = v.spill
///     behind:           vector_v = written
///
/// So a shuffle of v is `read[lane asked]`, a permute is a shufflevector in the region's entry, a ballot a comparison
/// there, and where loops over lanes become vector code, memory is gone.
#pragma once

#include <vector>

#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/passes/regions/region.hpp"
#include "compiler/passes/regions/spilled_values.hpp"

namespace ndweave::compiler {

class spill_slots {
public:
    /// What the items are.
    struct items {
        std::uint32_t lanes = 1;  // of a sub-group; 1: they are no lanes
        bool vectors = false;     // all lanes' values are one
        bool some = false;        // not all of them may run a region
        bool apart = false;       // nor do those that have run another one
    };

    /// Each set of `together` holds indices of variables that are kept at the same time.
    spill_slots(const std::vector<spill_variable>& variables, const std::vector<llvm::BitVector>& together,
                group_storage& storage, items of);

    /// Gives the variables in `live` the values of their slots: uniform ones at `group`, others at `item`.
    void load(llvm::IRBuilder<>& group, llvm::IRBuilder<>& item, region& r, const llvm::BitVector& live);

    /// Stores the variables in `live` that the region changes.
    void save(llvm::IRBuilder<>& item, region& r, const llvm::BitVector& live);

    /// Behind the loops of a region that is saved.
    void leave(region& r) const;

    /// What `exchange`, a call in the region's copy, gives its lane.
    llvm::Value* exchanged(region& r, llvm::CallInst& exchange);

    /// Those of its members that have another value than 0, i64.
    llvm::Value* ballot(region& r, llvm::CallInst& call);

    /// Once the region is whole: its arrays are those of other regions before and behind it.
    static void end_arrays(region& r);

    /// Promotable once all regions are made: the variables, the slots of uniform ones, and votes.
    const llvm::SmallVector<llvm::AllocaInst*>& temporaries() const { return temporaries_; }

private:
    struct slot {
        llvm::AllocaInst* variable;
        llvm::Type* stored;   // i8 for i1, which has no vector form in memory
        llvm::Value* memory;  // an array over work-items, one alloca for the group, or one of all lanes' vector
        bool uniform;
        bool is_vector;
    };

    const slot* slot_of(const llvm::CallInst& exchange) const;
    llvm::Value* votes(region& r, const slot& s);
    static llvm::Value* vector_of(llvm::IRBuilder<>& at, const slot& s);
    llvm::AllocaInst* make_array(region& r, llvm::Type* element, llvm::StringRef name);
    llvm::AllocaInst* array_for(region& r, llvm::DenseMap<unsigned, llvm::AllocaInst*>& arrays, unsigned variable);
    static void fill(llvm::IRBuilder<>& at, llvm::Value* vector, llvm::AllocaInst* array);
    llvm::Value* permuted(region& r, const slot& s, llvm::Constant& lanes);
    static llvm::Value* address(llvm::IRBuilder<>& at, llvm::Type* element, llvm::Value* memory, llvm::Value* index);
    static llvm::Value* load_item(llvm::IRBuilder<>& at, const region& r, const slot& s, llvm::Value* memory);
    static void store_item(llvm::IRBuilder<>& at, const region& r, const slot& s, llvm::Value* memory,
                           llvm::Value* value);

    group_storage& storage_;
    items of_;
    std::vector<slot> slots_;
    llvm::SmallVector<llvm::AllocaInst*> temporaries_;
};

}  // namespace ndweave::compiler
