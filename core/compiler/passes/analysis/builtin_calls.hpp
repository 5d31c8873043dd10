/// The kernel builtins as the passes see them: calls by name.
#pragma once

#include <optional>

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

namespace builtin {
inline constexpr llvm::StringLiteral local_id = "__ndweave_local_id";
inline constexpr llvm::StringLiteral local_range = "__ndweave_local_range";
inline constexpr llvm::StringLiteral global_id = "__ndweave_global_id";
inline constexpr llvm::StringLiteral global_base = "__ndweave_global_base";
inline constexpr llvm::StringLiteral global_range = "__ndweave_global_range";
inline constexpr llvm::StringLiteral item_number = "__ndweave_item_number";
inline constexpr llvm::StringLiteral group_id = "__ndweave_group_id";
inline constexpr llvm::StringLiteral group_range = "__ndweave_group_range";
inline constexpr llvm::StringLiteral local_memory = "__ndweave_local_memory";
inline constexpr llvm::StringLiteral group_memory = "__ndweave_group_memory";
inline constexpr llvm::StringLiteral group_scratch = "__ndweave_group_scratch";
inline constexpr llvm::StringLiteral sub_group_scratch = "__ndweave_sub_group_scratch";
inline constexpr llvm::StringLiteral barrier = "__ndweave_barrier";
inline constexpr llvm::StringLiteral fence = "__ndweave_fence";
inline constexpr llvm::StringLiteral sequential_fence = "__ndweave_sequential_fence";
inline constexpr llvm::StringLiteral launch_offset = "__ndweave_launch_offset";
inline constexpr llvm::StringLiteral specialization_constant = "__ndweave_specialization_constant";
/// Between passes only. `i32 printf(ptr format, ...)`: C's function, under a name that LLVM knows nothing of.
inline constexpr llvm::StringLiteral print = "__ndweave_printf";
inline constexpr llvm::StringLiteral extent = "__ndweave_extent";
inline constexpr llvm::StringLiteral arena = "__ndweave_arena";
inline constexpr llvm::StringLiteral divergent_barrier = "__ndweave_divergent_barrier";
inline constexpr llvm::StringLiteral check_access = "__ndweave_check_access";
inline constexpr llvm::StringLiteral check_private = "__ndweave_check_private";
inline constexpr llvm::StringLiteral check_index = "__ndweave_check_index";
inline constexpr llvm::StringLiteral check_division = "__ndweave_check_division";
inline constexpr llvm::StringLiteral check_group = "__ndweave_check_group";
inline constexpr llvm::StringLiteral check_writes = "__ndweave_check_writes";
inline constexpr llvm::StringLiteral check_item = "__ndweave_check_item";
inline constexpr llvm::StringLiteral check_barrier = "__ndweave_check_barrier";
inline constexpr llvm::StringLiteral check_fence = "__ndweave_check_fence";
inline constexpr llvm::StringLiteral sub_group_size = "__ndweave_sub_group_size";
inline constexpr llvm::StringLiteral sub_group_local_id = "__ndweave_sub_group_local_id";
inline constexpr llvm::StringLiteral sub_group_id = "__ndweave_sub_group_id";
inline constexpr llvm::StringLiteral sub_group_barrier = "__ndweave_sub_group_barrier";
inline constexpr llvm::StringLiteral shuffle_u32 = "__ndweave_shuffle_u32";
inline constexpr llvm::StringLiteral shuffle_u64 = "__ndweave_shuffle_u64";
inline constexpr llvm::StringLiteral members_shuffle_u32 = "__ndweave_members_shuffle_u32";
inline constexpr llvm::StringLiteral members_shuffle_u64 = "__ndweave_members_shuffle_u64";
inline constexpr llvm::StringLiteral members_ballot = "__ndweave_members_ballot";
inline constexpr llvm::StringLiteral members_barrier = "__ndweave_members_barrier";
inline constexpr llvm::StringLiteral active_lanes = "__ndweave_active_lanes";
/// Between passes only. `T permute(T value, <S x i32> lanes)`: a shuffle from lanes that are known, S to a sub-group.
inline constexpr llvm::StringLiteral permute_u32 = "__ndweave_permute_u32";
inline constexpr llvm::StringLiteral permute_u64 = "__ndweave_permute_u64";
/// Between passes only. `T members_permute(T value, <S x i32> lanes, i64 members)`
inline constexpr llvm::StringLiteral members_permute_u32 = "__ndweave_members_permute_u32";
inline constexpr llvm::StringLiteral members_permute_u64 = "__ndweave_members_permute_u64";
/// Between passes only. `i32 sub_group_number()`: the sub-group that runs, where a function is that of its lanes.
inline constexpr llvm::StringLiteral sub_group_number = "__ndweave_sub_group_number";
/// Between passes only. `i1 group_any(i1)`: whether the operand holds for any work-item; ends a region.
inline constexpr llvm::StringLiteral group_any = "__ndweave_group_any";
/// Within a pass only. `i1 takes_part(i1)`: its operand, of which is known that it holds for some work-item wherever
/// a branch has the call itself for its condition. A call, since other passes would join a marked branch to further
/// ones and keep the mark.
inline constexpr llvm::StringLiteral takes_part = "__ndweave_takes_part";
/// Between passes only. `i32 linear_id()`: position in the group, axis 0 fastest.
inline constexpr llvm::StringLiteral linear_id = "__ndweave_linear_id";
/// Between passes only. `i32 strip_first(i32 axis)`: the first local id of the strip that runs.
inline constexpr llvm::StringLiteral strip_first = "__ndweave_strip_first";
/// Between passes only. `i32 first_id(i32 axis)`, `i32 last_id(i32 axis)`: the smallest and the largest local id of the
/// work-items that run in lockstep.
inline constexpr llvm::StringLiteral first_id = "__ndweave_first_id";
inline constexpr llvm::StringLiteral last_id = "__ndweave_last_id";
}  // namespace builtin

/// Variables of which each device has a copy; see find_launch_arguments.
inline constexpr llvm::StringLiteral device_global_prefix = "__ndweave_device_global.";

/// Whether the builtin `name` is of check mode: a call that stays where it is, since it may end the kernel.
bool is_of_check_mode(llvm::StringRef name);

/// Whether `value` is a call of the builtin `name`.
bool calls(const llvm::Value& value, llvm::StringRef name);

/// Whether `value` is a shuffle, a permute or a ballot, of a sub-group or of a part of one: what it gives a lane is
/// made of what other lanes have as its first operand.
bool is_exchange(const llvm::Value& value);

bool is_permute(const llvm::Value& value);

/// Whether `value` is an operation of those lanes of a sub-group that take part, wherever the others are.
bool is_of_members(const llvm::Value& value);

/// The lanes that `operation`, an exchange or a barrier of members, is of: its i64 operand. Null for others.
llvm::Value* members_of(const llvm::CallInst& operation);

/// Whether work-items wait for each other at the instruction: barriers, those of sub-groups, exchanges, and what else
/// lanes do together.
bool is_synchronisation(const llvm::Instruction& i);

/// Whether `value` is a call that gives every work-item of the group the same value, whenever it is asked.
bool is_group_invariant_call(const llvm::Value& value);

/// All calls of the builtin in `function`.
llvm::SmallVector<llvm::CallInst*> calls_of(llvm::Function& function, llvm::StringRef name);

/// The constant axis of an id builtin's call; none where the axis is not a constant below 3.
std::optional<unsigned> constant_axis(const llvm::CallInst& call);

/// Calls the builtin for an id, i32, that is below `end`: the constant 0 where that is 1.
llvm::Value* call_id(llvm::IRBuilderBase& at, llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments,
                     std::uint32_t end);

llvm::CallInst* call_barrier(llvm::IRBuilderBase& at);

/// Declares the builtin where it is missing and calls it. Only group_any is convergent; none touches
/// memory or ends the kernel but those of check mode.
llvm::CallInst* call_builtin(llvm::IRBuilderBase& at, llvm::StringRef name, llvm::Type* result,
                             llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace ndweave::compiler
