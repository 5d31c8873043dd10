/// The state of one emission, and the pieces that write to it, one file a concept.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/codegen/c_source/c_source.hpp"
#include "compiler/codegen/c_source/pointers/pointer_arrays.hpp"
#include "compiler/codegen/c_source/text/dialect.hpp"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace ndweave::compiler::c_source_detail {

struct emission {
    emission(const dialect_traits& d, const ndw_compile_request& r, llvm::Module& m, llvm::Function& f)
        : dialect(d), request(r), module(m), entry(f), layout(m.getDataLayout()) {}

    const dialect_traits& dialect;
    const ndw_compile_request& request;
    llvm::Module& module;
    llvm::Function& entry;
    const llvm::DataLayout& layout;
    c_source result;

    const llvm::Instruction* at = nullptr;  // what is being written, for messages
    std::string types;                      // typedefs of aggregates
    std::string tables;                     // constant globals
    std::string helpers;                    // functions that the body calls
    std::string variables;                  // declarations at the top of the kernel
    std::string body;

    llvm::DenseSet<const llvm::Value*> arguments;  // loads that are kernel arguments, and their addresses
    std::vector<std::string> kernel_arguments;     // "u64 n", in the order of result.parameters
    llvm::DenseMap<const llvm::Value*, std::string> names;
    llvm::DenseMap<const llvm::BasicBlock*, std::string> labels;
    llvm::DenseMap<const llvm::Value*, space> spaces;
    pointer_arrays pointers;
    std::map<llvm::Type*, std::string> aggregate_names;
    std::set<std::string> known_helpers;
    bool loads_are_generic = false;  // pointers to private or local memory are stored: loaded ones may be any
    bool uses_local_memory = false;
    bool uses_sub_groups = false;
    bool uses_members = false;                         // parts of sub-groups
    std::string unknown_zero = "get_work_dim() >> 8";  // of an address, where there is one as argument
    bool guards_itself = false;                        // the module tests ids against the global range
    bool runs_groups = false;                          // one work-item of the device runs a group's

    /// A processor, which runs the work-items of a group in loops.
    bool runs_items_in_loops() const { return (request.variant.flags & NDW_COMPILE_ITEMS_IN_LOOPS) != 0; }
    bool fast_math() const { return (request.variant.flags & NDW_COMPILE_FAST_MATH) != 0; }

    /// Appends a line to the body.
    void line(const std::string& text) { body += "    " + text + "\n"; }
};

// kernel.cpp
/// Throws c_source_unsupported.
[[noreturn]] void refuse(const llvm::Instruction* where, const std::string& construct);

// pointers/address_spaces.cpp
/// Fills `spaces` for every pointer. OpenCL C refuses a pointer that may point to two spaces where
/// it is used for more than accesses.
void infer_address_spaces(emission&);
space space_of(const emission&, const llvm::Value&);
/// Whether the kernel reaches memory by its pointer arguments only: none of its pointers comes from memory, from a
/// structure or from an integer. After infer_address_spaces.
bool is_direct(const emission&);

// pointers/mixed_pointers.cpp
/// Makes pointers that are one of several kinds of memory a pointer for each and a number. After `spaces` is filled;
/// whether it changed the kernel, so that it has to be filled again.
bool split_mixed_pointers(emission&);

// parameters.cpp
/// Makes a kernel argument of every load at a constant offset of the functor.
void flatten_functor(emission&);
/// `kernel_arguments` and result.parameters gain what is not captured: global ranges, local memory.
void add_launch_parameters(emission&);

// types.cpp
std::string type_name(emission&, llvm::Type*);  // of a value; pointers are to global memory
std::string pointer_type(const emission&, space);
std::string variable_type(emission&, const llvm::Value&);
std::string integer_type(unsigned bits);  // u8 .. u64: what holds an integer of `bits`
unsigned container_bits(unsigned bits);   // 8, 16, 32, 64
bool is_aggregate(const llvm::Type*);     // struct, array or vector: a C struct with members f0, f1, …
unsigned member_count(const llvm::Type*);
llvm::Type* member_type(llvm::Type*, unsigned index);
std::uint64_t member_offset(const emission&, llvm::Type*, unsigned index);  // bytes
std::string aggregate_value(emission&, llvm::Type*, const std::vector<std::string>& members);

// values.cpp
/// The C expression of an operand: a variable, an argument or a constant. Never has side effects.
std::string value(emission&, const llvm::Value*);
std::string value(emission&, const llvm::Value*, space);          // a pointer, as one into the given space
std::string lane(emission&, const llvm::Value*, unsigned index);  // of a vector
std::string zero(emission&, llvm::Type*);
std::string bits_literal(const llvm::APInt&);
void assign(emission&, const llvm::Value&, const std::string& expression);

// arithmetic.cpp: scalar expressions; operands are texts
std::string binary(emission&, const llvm::Instruction&, const std::string& a, const std::string& b);
std::string compare(emission&, llvm::CmpInst::Predicate, llvm::Type*, const std::string& a, const std::string& b);
std::string as_signed(unsigned bits, const std::string& a);  // i32 or i64
std::string wrap(unsigned bits, const std::string& a);       // back to the container, upper bits clear
std::string wide(unsigned bits, const std::string& a);       // as u32 or u64

// casts.cpp
std::string cast(emission&, const llvm::CastInst&, llvm::Type* from, llvm::Type* to, const std::string& a);
void emit_bitcast(emission&, const llvm::CastInst&);

// memory.cpp
void emit_alloca(emission&, const llvm::AllocaInst&);
void emit_load(emission&, const llvm::LoadInst&);
void emit_store(emission&, const llvm::StoreInst&);
void emit_address(emission&, const llvm::GetElementPtrInst&);
std::string access(emission&, space, const std::string& pointer, const std::string& type, bool is_volatile);

// block_memory.cpp
void emit_block_memory(emission&, const llvm::MemIntrinsic&);

// globals.cpp
void emit_tables(emission&);

// atomics.cpp
void emit_atomic_load(emission&, const llvm::LoadInst&);
void emit_atomic_store(emission&, const llvm::StoreInst&);
void emit_atomic_rmw(emission&, const llvm::AtomicRMWInst&);
void emit_compare_exchange(emission&, const llvm::AtomicCmpXchgInst&);
void emit_fence(emission&, const llvm::FenceInst&);

// calls/: calls.cpp, and four files whose functions return false where a callee is not theirs
void emit_call(emission&, const llvm::CallInst&);
bool emit_print(emission&, const llvm::CallInst&);
bool emit_builtin(emission&, const llvm::CallInst&);
/// Basic kernels: work-items beyond the range that the user asked for leave at once.
void emit_guard(emission&);
bool emit_integer_intrinsic(emission&, const llvm::IntrinsicInst&);
bool emit_math(emission&, const llvm::CallInst&);

// aggregates.cpp
bool emit_aggregate_instruction(emission&, const llvm::Instruction&);

// instructions.cpp
void emit_instruction(emission&, const llvm::Instruction&);

// control_flow.cpp
void emit_blocks(emission&);

// calls/helpers.cpp
/// The name of a helper function for numbers of `bits` (32 or 64), which is added to the text on first use.
std::string helper(emission&, const std::string& name, unsigned bits);
bool has_helper(const emission&, std::string_view name, unsigned bits);

}  // namespace ndweave::compiler::c_source_detail
