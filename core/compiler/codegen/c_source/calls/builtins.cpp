/// The `__ndweave_*` builtins in each dialect.
#include "compiler/codegen/c_source/passes/unknown_zero.hpp"
#include "compiler/codegen/c_source/text/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

constexpr std::uint32_t scratch_cell_bytes = 16;
constexpr std::uint32_t largest_group = 1024;  // where the local range is not known

// Sub-groups of more than one work-item in OpenCL C need an extension; PTX where the compiler is NVIDIA's.
constexpr std::string_view opencl_sub_groups = R"(#if defined(cl_khr_subgroup_shuffle)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define shuffle32(x, lane) sub_group_shuffle((u32)(x), (u32)(lane))
#define shuffle64(x, lane) sub_group_shuffle((u64)(x), (u32)(lane))
#define meet_sub_group() sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#elif defined(cl_intel_subgroups)
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#define shuffle32(x, lane) intel_sub_group_shuffle((u32)(x), (u32)(lane))
#define shuffle64(x, lane) intel_sub_group_shuffle((u64)(x), (u32)(lane))
#define meet_sub_group() sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#elif defined(__NV_CL_C_VERSION)
static inline u32 shuffle32(u32 x, u32 lane) {
    u32 r;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(x), "r"(lane));
    return r;
}
static inline u64 shuffle64(u64 x, u32 lane) {
    return (u64)shuffle32((u32)(x >> 32), lane) << 32 | shuffle32((u32)x, lane);
}
static inline void meet_sub_group(void) {
    mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    __asm__ volatile("bar.warp.sync 0xffffffff;");
    mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
#else
#error "this device has no sub-group shuffles: sub-groups must be single work-items"
#endif
)";

// Of parts of them. Only PTX has a barrier that other lanes do not have to reach.
constexpr std::string_view opencl_members = R"(#if defined(__NV_CL_C_VERSION)
static inline u32 members_shuffle32(u32 x, u32 lane, u64 members) {
    u32 r;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, %3;" : "=r"(r) : "r"(x), "r"(lane), "r"((u32)members));
    return r;
}
static inline u64 members_shuffle64(u64 x, u32 lane, u64 members) {
    return (u64)members_shuffle32((u32)(x >> 32), lane, members) << 32 | members_shuffle32((u32)x, lane, members);
}
static inline u64 active_lanes(void) {
    u32 r;
    __asm__ volatile("activemask.b32 %0;" : "=r"(r));
    return r;
}
static inline u64 members_ballot(u32 x, u64 members) {
    u32 r;
    __asm__ volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                     : "=r"(r) : "r"(x), "r"((u32)members));
    return r;
}
static inline void meet_members(u64 members) {
    mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    __asm__ volatile("bar.warp.sync %0;" : : "r"((u32)members));
    mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
#elif defined(cl_khr_subgroup_shuffle) && defined(cl_khr_subgroup_ballot)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define members_shuffle32(x, lane, members) sub_group_shuffle((u32)(x), (u32)(lane))
#define members_shuffle64(x, lane, members) sub_group_shuffle((u64)(x), (u32)(lane))
static inline u64 active_lanes(void) {
    const uint4 lanes = sub_group_ballot(1);
    return (u64)lanes.y << 32 | lanes.x;
}
static inline u64 members_ballot(u32 x, u64 members) {
    const uint4 lanes = sub_group_ballot(x != 0);
    return ((u64)lanes.y << 32 | lanes.x) & members;
}
#else
#error "this device has no shuffles of a part of a sub-group: fragments and chunks must be single work-items"
#endif
)";
constexpr std::string_view opencl_members_barrier = R"(#if !defined(__NV_CL_C_VERSION)
#error "this device has no barrier of a part of a sub-group: group_barrier of a fragment or a chunk"
#endif
)";

std::string axis_name(const char* cpp, unsigned axis) { return std::string(cpp) + "." + "xyz"[axis]; }

std::string index(const emission& e, const char* opencl, const char* cpp, unsigned axis) {
    return e.dialect.is_opencl ? std::string(opencl) + "(" + std::to_string(axis) + ")" : axis_name(cpp, axis);
}

std::string local_id(const emission& e, unsigned axis) { return index(e, "get_local_id", "threadIdx", axis); }
std::string group_id(const emission& e, unsigned axis) { return index(e, "get_group_id", "blockIdx", axis); }
std::string group_range(const emission& e, unsigned axis) { return index(e, "get_num_groups", "gridDim", axis); }

std::string local_range(const emission& e, unsigned axis) {
    if (e.request.variant.local_range[axis]) return std::to_string(e.request.variant.local_range[axis]) + "u";
    return index(e, "get_local_size", "blockDim", axis);
}

std::string global_id(const emission& e, unsigned axis) {
    if (e.dialect.is_opencl) return "get_global_id(" + std::to_string(axis) + ")";
    return "((u64)" + group_id(e, axis) + " * " + local_range(e, axis) + " + " + local_id(e, axis) + ")";
}

std::string global_range(const emission& e, unsigned axis) {
    if (e.request.variant.kind == NDW_KERNEL_SINGLE_TASK) return "1ul";
    if (e.request.variant.kind == NDW_KERNEL_BASIC)
        return axis < e.request.variant.dimensions ? "n" + std::to_string(axis) : "1ul";
    return "(u64)" + group_range(e, axis) + " * " + local_range(e, axis);
}

std::string linear_local_id(const emission& e) {
    return "((u32)" + local_id(e, 0) + " + (u32)" + local_range(e, 0) + " * ((u32)" + local_id(e, 1) + " + (u32)" +
           local_range(e, 1) + " * (u32)" + local_id(e, 2) + "))";
}

bool emit_index(emission& e, const llvm::CallInst& call, llvm::StringRef name) {
    using function = std::string (*)(const emission&, unsigned);
    const function answer = name == "local_id"       ? local_id
                            : name == "local_range"  ? local_range
                            : name == "group_id"     ? group_id
                            : name == "group_range"  ? group_range
                            : name == "global_id"    ? global_id
                            : name == "global_range" ? global_range
                                                     : nullptr;
    if (!answer) return false;
    const auto* axis = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (!axis || axis->getZExtValue() > 2) refuse(&call, "an index whose dimension is not a constant");
    assign(e, call, answer(e, static_cast<unsigned>(axis->getZExtValue())));
    return true;
}

void emit_local_memory(emission& e, const llvm::CallInst& call) {
    if (!e.uses_local_memory && !e.dialect.is_opencl) {
        e.tables += "extern __shared__ __attribute__((aligned(64))) u8 local_memory[];\n";
    }
    e.uses_local_memory = true;
    assign(e, call, "(" + pointer_type(e, space::local_memory) + ")local_memory");
}

void emit_scratch(emission& e, const llvm::CallInst& call) {
    if (e.result.scratch_bytes == 0) {
        const auto* local = e.request.variant.local_range;
        const std::uint32_t items = local[0] ? local[0] * local[1] * local[2] : largest_group;
        e.result.scratch_bytes = (items + e.result.sub_group_size - 1) / e.result.sub_group_size * scratch_cell_bytes;
        e.variables += std::string("    ") + (e.dialect.is_opencl ? "__local" : "__shared__") + " u64 scratch[" +
                       std::to_string(e.result.scratch_bytes / 8) + "] __attribute__((aligned(16)));\n";
    }
    assign(e, call, "(" + pointer_type(e, space::local_memory) + ")scratch");
}

std::string shuffle(emission& e, const llvm::CallInst& call, bool is_long) {
    const std::string x = value(e, call.getArgOperand(0)), from = value(e, call.getArgOperand(1));
    const std::string size = std::to_string(e.result.sub_group_size);
    if (e.result.sub_group_size == 1) return x;
    if (e.dialect.id == c_dialect::cuda_cpp) return "__shfl_sync(0xffffffffu, " + x + ", (i32)" + from + ")";
    if (e.dialect.id == c_dialect::hip_cpp) return "__shfl(" + x + ", (i32)" + from + ", " + size + ")";
    return (is_long ? "shuffle64(" : "shuffle32(") + x + ", " + from + ")";
}

void use_sub_groups(emission& e) {
    if (!e.uses_sub_groups && e.dialect.is_opencl && e.result.sub_group_size > 1) e.helpers += opencl_sub_groups;
    e.uses_sub_groups = true;
}

std::string members_shuffle(emission& e, const llvm::CallInst& call, bool is_long) {
    const std::string x = value(e, call.getArgOperand(0)), from = value(e, call.getArgOperand(1)),
                      members = value(e, call.getArgOperand(2)), size = std::to_string(e.result.sub_group_size);
    if (e.result.sub_group_size == 1) return x;
    if (e.dialect.id == c_dialect::cuda_cpp) return "__shfl_sync((u32)" + members + ", " + x + ", (i32)" + from + ")";
    if (e.dialect.id == c_dialect::hip_cpp) return "__shfl(" + x + ", (i32)" + from + ", " + size + ")";
    return (is_long ? "members_shuffle64(" : "members_shuffle32(") + x + ", " + from + ", " + members + ")";
}

std::string members_ballot(emission& e, const llvm::CallInst& call) {
    const std::string x = value(e, call.getArgOperand(0)), members = value(e, call.getArgOperand(1));
    if (e.result.sub_group_size == 1) return "(u64)(" + x + " != 0)";
    if (e.dialect.id == c_dialect::cuda_cpp) return "__ballot_sync((u32)" + members + ", " + x + " != 0)";
    if (e.dialect.id == c_dialect::hip_cpp) return "(__ballot(" + x + " != 0) & " + members + ")";
    return "members_ballot(" + x + ", " + members + ")";
}

std::string active_lanes(const emission& e) {
    if (e.result.sub_group_size == 1) return "1u";
    if (e.dialect.id == c_dialect::cuda_cpp) return "__activemask()";
    return e.dialect.is_opencl ? "active_lanes()" : "__ballot(1)";
}

void emit_members_barrier(emission& e, const llvm::CallInst& call) {
    const std::string members = value(e, call.getArgOperand(0));
    const bool is_opencl = e.dialect.is_opencl && e.result.sub_group_size > 1;
    if (is_opencl && e.helpers.find(opencl_members_barrier) == std::string::npos) e.helpers += opencl_members_barrier;
    if (is_opencl)
        e.line("meet_members(" + members + ");");
    else if (e.dialect.id == c_dialect::cuda_cpp)
        e.line("__syncwarp((u32)" + members + ");");
    else
        e.line(std::string(e.dialect.sub_group_barrier));
}

/// What lanes do that are a part of their sub-group.
bool emit_members(emission& e, const llvm::CallInst& call, llvm::StringRef name) {
    if (name == "members_shuffle_u32" || name == "members_shuffle_u64") {
        if (!call.use_empty()) assign(e, call, members_shuffle(e, call, name == "members_shuffle_u64"));
    } else if (name == "members_barrier") {
        emit_members_barrier(e, call);
    } else if (name == "members_ballot") {
        if (!call.use_empty()) assign(e, call, members_ballot(e, call));
    } else if (name == "active_lanes") {
        if (!call.use_empty()) assign(e, call, active_lanes(e));
    } else {
        return false;
    }
    use_sub_groups(e);
    if (!e.uses_members && e.dialect.is_opencl && e.result.sub_group_size > 1) e.helpers += opencl_members;
    e.uses_members = true;
    return true;
}

/// Of single work-items it is a fence.
void emit_sub_group_barrier(emission& e) {
    const bool meets = e.dialect.is_opencl && e.result.sub_group_size > 1;
    e.line(meets ? "meet_sub_group();" : std::string(e.dialect.sub_group_barrier));
}

bool emit_sub_group(emission& e, const llvm::CallInst& call, llvm::StringRef name) {
    const std::string size = std::to_string(e.result.sub_group_size) + "u";
    if (name == "sub_group_size") {
        assign(e, call, size);
    } else if (name == "sub_group_local_id") {
        assign(e, call, linear_local_id(e) + " % " + size);
    } else if (name == "sub_group_id") {
        assign(e, call, linear_local_id(e) + " / " + size);
    } else if (name == "shuffle_u32" || name == "shuffle_u64") {
        if (!call.use_empty()) assign(e, call, shuffle(e, call, name == "shuffle_u64"));
    } else if (name == "sub_group_barrier") {
        emit_sub_group_barrier(e);
    } else {
        return false;
    }
    use_sub_groups(e);
    return true;
}

void emit_builtin_fence(emission& e, const llvm::CallInst& call) {
    const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    e.line(std::string(e.dialect.fences[scope ? std::min<std::uint64_t>(scope->getZExtValue(), 4) : 4]));
}

}  // namespace

bool emit_builtin(emission& e, const llvm::CallInst& call) {
    llvm::StringRef name = call.getCalledFunction()->getName();
    if (!name.consume_front("__ndweave_")) return false;
    if (emit_index(e, call, name) || emit_sub_group(e, call, name) || emit_members(e, call, name)) return true;
    if (name == "barrier" || name == "scratch_barrier") {
        e.result.uses_barrier = true;
        e.line(std::string(e.dialect.barrier));
    } else if (name == "local_memory") {
        emit_local_memory(e, call);
    } else if (name == "group_scratch" || name == "sub_group_scratch") {
        emit_scratch(e, call);
    } else if (name == "target") {
        assign(e, call, "2u");  // NDWEAVE_TARGET_GPU
    } else if (call.getCalledFunction()->getName() == unknown_zero) {
        assign(e, call, e.unknown_zero);
    } else if (name == "fence" || name == "sequential_fence") {
        emit_builtin_fence(e, call);
    } else {
        return false;
    }
    return true;
}

void emit_guard(emission& e) {
    if (e.request.variant.kind != NDW_KERNEL_BASIC || e.guards_itself || e.runs_groups) return;
    for (std::uint32_t axis = 0; axis < e.request.variant.dimensions; ++axis) {
        e.line("if (" + global_id(e, axis) + " >= n" + std::to_string(axis) + ") return;");
    }
}

}  // namespace ndweave::compiler::c_source_detail
