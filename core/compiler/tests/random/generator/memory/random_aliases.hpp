/// Memory that a random kernel reaches through several captured pointers: records of mixed members and columns of
/// planes, of which each work-item uses its own. Pointers may be equal or overlap; the compiler does not know.
#pragma once

#include "random_private.hpp"

namespace ndweave::compiler::testing {

class random_aliases : protected random_private {
protected:
    using random_private::random_private;

    llvm::Value* shared_value(unsigned depth) override;

    /// Some accesses to the work-item's record, in an order that matters.
    void use_record();

    /// The same of its columns of the planes.
    void use_planes();

    /// Many loads with wrapping indices, some of them added up, and stores to several planes: a lattice's time step.
    void stream();

    /// A sum of some loads from clamped indices, or each from one of two places: a stencil with borders, a tile with
    /// its halo elsewhere.
    void read_clamped();

    /// A look-up in a constant table.
    llvm::Value* tabulated(llvm::Value* index);

private:
    struct record_member {
        unsigned offset;
        llvm::Type* type;
    };

    record_member any_member();
    llvm::Value* counted_from_total(llvm::Value** base);
    llvm::Value* member_address(unsigned offset, llvm::Type* type);
    llvm::Value* read_member_of_record();
    void write_member_of_record();
    void copy_members();
    llvm::Value* plane();
    llvm::Value* cell(llvm::Value* plane);
    llvm::Value* neighbour(llvm::Value* place);
    llvm::Value* clamped(llvm::Value* place);
    llvm::Value* of_two_places(llvm::Value* place);

    // Of the accesses to records that are written now:
    bool counts_from_total_ = false;
    bool of_words_ = false;  // only: at equal distances, vectorizers put them together
};

}  // namespace ndweave::compiler::testing
