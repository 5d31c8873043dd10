/// Where the kernel is split. A region is what is reached from a head without passing another head; every way into a
/// head is a barrier, explicit or implicit. The plan stands in the IR, so that each step that works on it runs alone:
///
///     define void @kernel(ptr %functor) "ndweave-divergent-barriers" {     where barriers are (see `lockstep`)
///       %any = alloca i32, !ndweave.any !0
///       …
///     head:
///       %x = load i32, ptr %p, !ndweave.uniform !0                one value for the group
///       br i1 %c, label %a, label %b, !ndweave.head !1, !ndweave.lifted !0
///     …
///     !0 = !{}
///     !1 = !{i32 1, !"barrier"}                    number and reason
///     !ndweave.places = !{!2, !3}                  of all heads, by their numbers; empty where it is not known
///     !3 = !{!DILocation(line: 7, …)}              (LLVM allows them only here)
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace ndweave::compiler {

class uniformity;

/// Whether lanes may come to operations of their sub-group one by one, of a kernel that is past its lanes.
bool has_divergent_lanes(const llvm::Function& kernel);

/// Whether a barrier is reached under divergent control: then no value is the group's.
bool has_divergent_barriers(const llvm::Function& kernel);

/// Why a region begins where it does.
/// Of what is one lane of a sub-group: a barrier of the work-group, which the sub-group comes to as a whole; a barrier
/// of the sub-group, or an exchange, which stands in the region behind; the same of a part of its lanes, `members`.
enum class head_reason { kernel_start, barrier, implicit_barrier, group_barrier, sub_group, members };

struct region_plan {
    /// The one that stands in `kernel`'s metadata.
    static region_plan of(llvm::Function& kernel);

    llvm::SetVector<llvm::BasicBlock*> heads;  // the first starts the kernel
    llvm::SmallPtrSet<llvm::BasicBlock*, 16>
        lifted;                                // end in a branch that is taken once for the group, after the loop
    llvm::SmallVector<llvm::AllocaInst*> any;  // i32, nonzero if an operand of group_any was true; reset by the
                                               // regions that write it
    llvm::DenseMap<llvm::BasicBlock*, const llvm::DILocation*> places;  // of heads: the barrier before, else the
                                                                        // region's start
    llvm::DenseMap<llvm::BasicBlock*, head_reason> reasons;             // of heads
    llvm::BasicBlock* exit = nullptr;                                   // holds nothing but `ret void`
    bool lockstep = true;                                               // no barrier is reached under divergent control

    bool ends_region(const llvm::BasicBlock* block) const {
        return block == exit || heads.contains(const_cast<llvm::BasicBlock*>(block));
    }

    /// Notes heads, lifted branches, `any` and `lockstep` in the kernel.
    void attach_to(llvm::Function& kernel) const;
};

/// The block that holds nothing but `ret void`.
llvm::BasicBlock* exit_of(llvm::Function& kernel);

/// The blocks of the region that starts at `head`, `head` first.
llvm::SetVector<llvm::BasicBlock*> region_blocks(const region_plan& plan, llvm::BasicBlock* head);

/// Notes which instructions have one value for the group, all work-items of which reach them.
void mark_group_uniform(llvm::Function& kernel, const uniformity& values);

bool is_group_uniform(const llvm::Instruction& value);

/// For check mode: the source line of the operation in front of `target`, a head; empty for the exit, or where it is
/// not known.
llvm::Constant* place_of_target(llvm::IRBuilder<>& at, const region_plan& plan, llvm::BasicBlock& target);

/// Takes plan and uniform values away from the kernel's instructions, once it is split; what is of interest to its user
/// stays, the regions in their order:
///
///     define void @kernel(ptr %functor) !ndweave.regions !0 { … }
///     !0 = !{!"start", !"implicit barrier"}
void drop_plan(llvm::Function& kernel, const region_plan& plan);

/// Takes away what drop_plan() has left and whether barriers were divergent: other regions are made next.
void forget_regions(llvm::Function& kernel);

struct region_head {
    head_reason why;
    const llvm::DILocation* where;  // null: not known
};

/// What drop_plan() has left; takes that away, too.
std::vector<region_head> take_heads(llvm::Function& kernel);

}  // namespace ndweave::compiler
