/// What a request says of a kernel, as attributes of its function. Passes read them there, so that each of them runs
/// alone on a few lines of IR:
///
///     define void @kernel(ptr %functor) "ndweave-kernel"="nd-range" "ndweave-local-range"="16,4" { … }
///
///     ndweave-kernel           single-task, basic or nd-range; only kernels have it
///     ndweave-local-range      work-items of a work-group along each dimension, axis 0 (the fastest) first; one number
///                              for each dimension, all 1 unless nd-range
///     ndweave-target           what __ndweave_target() returns: host (the default) or gpu
///     ndweave-sub-group-size   work-items; without it, __ndweave_sub_group_size() stays a call
///     ndweave-functor-size     bytes of the functor
///     ndweave-small-ids        no value: all global ids are below 2^30
///     ndweave-check            no value: check mode (docs/check-mode.md)
///     ndweave-constants        "17=2a000000,…": specialization constants, keys in decimal, bytes in hexadecimal
///     ndweave-captures         "16=40000000,…": what bytes of the functor are, by their offset, likewise
///     ndweave-flat-grid        no value: the groups of all axes come in one row along axis 0 (PTX)
///     ndweave-distinct-pointers  no value: captured pointers lead into allocations of their own
///     ndweave-pointer-classes  those that do not: ndw_kernel_variant::pointer_classes as one number
///
/// There, too, passes say what they have made of the kernel, for those behind them: set_note.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ndweave::compiler {

class compilation;

/// Bytes of the values of specialization constants, by key.
using kernel_constants = std::map<std::uint64_t, std::string>;

struct kernel_attributes {
    std::uint32_t kind = 0;        // ndweave::detail::kernel_kind
    std::uint32_t dimensions = 1;  // 1..3
    std::uint32_t local_range[3] = {1, 1, 1};
    std::uint32_t target = 0;          // value of __ndweave_target()
    std::uint32_t sub_group_size = 0;  // 0: not stated
    std::uint32_t functor_size = 0;
    bool small_ids = false;
    bool flat_grid = false;
    bool distinct_pointers = false;
    std::uint64_t pointer_classes = 0;
    bool check = false;
    kernel_constants constants{};
    kernel_constants captures{};  // by offset in the functor

    static kernel_attributes of(const llvm::Function& kernel);

    /// Replaces those that `kernel` has.
    void attach_to(llvm::Function& kernel) const;
};

/// Numbers along the axes as an attribute has them, "16,4": how many there are, up to three. Those that the text leaves
/// out, or that are none, stay as they are.
std::uint32_t read_axes(llvm::StringRef text, std::uint32_t (&range)[3]);
std::string axes_text(const std::uint32_t (&range)[3], std::uint32_t axes = 3);

/// The prefix of all of these.
constexpr llvm::StringRef kernel_attribute_prefix = "ndweave-";

bool is_kernel(const llvm::Function& function);

/// The module's one kernel; null where it has none.
llvm::Function* kernel_of(llvm::Module& module);

/// Makes `to` the kernel, with all that is known of it, in place of `from`.
void move_kernel_attributes(llvm::Function& from, llvm::Function& to);

/// The number that a pass has left as the kernel's attribute `name`; 0 where none has.
std::uint64_t note_of(const llvm::Function& kernel, llvm::StringRef name);
void set_note(llvm::Function& kernel, llvm::StringRef name, std::uint64_t value);
void add_to_note(llvm::Function& kernel, llvm::StringRef name, std::uint64_t value);

/// A note of offsets in the functor; none, and an empty one, are the same.
void set_offsets_note(llvm::Function& kernel, llvm::StringRef name, const std::set<std::uint32_t>& offsets);
std::vector<std::uint32_t> offsets_note(const llvm::Function& kernel, llvm::StringRef name);

}  // namespace ndweave::compiler
