/// What differs between the C dialects, as data.
#pragma once

#include <string_view>

#include "compiler/codegen/c_source/c_source.hpp"

namespace ndweave::compiler::c_source_detail {

/// Where a pointer points.
enum class space { unknown, private_memory, local_memory, global_memory, constant_memory, mixed };

struct dialect_traits {
    c_dialect id;
    bool is_opencl;
    std::string_view prelude;             // types, pragmas, bit casts; ends in a newline
    std::string_view function_qualifier;  // of helper functions
    std::string_view constant_qualifier;  // of constant tables
    std::string_view barrier;             // statements
    std::string_view sub_group_barrier;
    std::string_view trap;
    std::string_view fences[5];  // by memory_scope: work_item, sub_group, work_group, device, system
    unsigned default_sub_group_size;
};

const dialect_traits& traits_of(c_dialect);

/// Work-items of a sub-group in code for this request.
std::uint32_t sub_group_size(const dialect_traits&, const ndw_compile_request&);

/// The qualifier of pointers into `where`, with a trailing blank, or nothing where pointers are generic.
std::string_view qualifier(const dialect_traits&, space where);

}  // namespace ndweave::compiler::c_source_detail
