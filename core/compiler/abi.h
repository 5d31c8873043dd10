/// The seam between the runtime and the kernel compiler, a shared library of its own (libndweave-compiler.so) that the
/// runtime loads on first use: C, so that no LLVM type or C++ object crosses it. All pointers in a request are borrowed
/// for the call. Thread-safe.
#ifndef NDWEAVE_COMPILER_ABI_H
#define NDWEAVE_COMPILER_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NDW_COMPILER_ABI_VERSION 19
/// Of compiled kernels, which files beside programs keep over updates of the library: raised when they could not be run
/// any more, or not be read (ndw_host_launch and what it leads to, ndw_parameter, core/code/artifact.cpp).
#define NDW_KERNEL_ABI_VERSION 1

enum ndw_target {
    NDW_TARGET_HOST = 1,      // machine code in this process: an image
    NDW_TARGET_PTX = 2,       // PTX text for arch "sm_NN"
    NDW_TARGET_OPENCL_C = 3,  // OpenCL C 1.2 source
    NDW_TARGET_HIP_CPP = 4,   // HIP C++ source for hiprtc
    NDW_TARGET_CUDA_CPP = 5   // CUDA C++ source for NVRTC or nvcc (tests only)
};

/// What a kernel is launched over; ndweave::detail::kernel_kind has the same values.
enum ndw_kernel_kind {
    NDW_KERNEL_SINGLE_TASK = 0,
    NDW_KERNEL_BASIC = 1,    // a range
    NDW_KERNEL_ND_RANGE = 2  // an nd-range: work-groups
};

enum ndw_strategy { NDW_STRATEGY_AUTO = 0, NDW_STRATEGY_LOOP = 1, NDW_STRATEGY_CBS = 2, NDW_STRATEGY_FIBER = 3 };

enum ndw_compile_flag {
    NDW_COMPILE_FAST_MATH = 1u << 0,         // reassociation, reciprocals, approximate functions
    NDW_COMPILE_CHECK = 1u << 1,             // divergent barriers, accesses, races, divisions; see ndw_check
    NDW_COMPILE_STREAMING_STORES = 1u << 2,  // host: write-only streams of this launch leave the cache; takes effect in
                                             // boxes that begin at a multiple of 64 along axis 0
    NDW_COMPILE_FAST_VECTOR_MATH = 1u << 3,  // host: libmvec (4 ULP) instead of SLEEF (1 ULP)
    NDW_COMPILE_FLAT_GRID = 1u << 4,         // PTX: the groups of all axes come in one row along axis 0, axis 0 fastest
    NDW_COMPILE_SMALL_IDS = 1u << 5,         // host: the launch has at most 2^30 work-items
    NDW_COMPILE_POINTER_OFFSETS =
        1u << 6,                 // OpenCL C: a pointer is two arguments, a buffer and a uint64 of bytes into it
    NDW_COMPILE_ITEM = 1u << 7,  // host: the kernel of one work-item, unoptimised behind `last_step`; every access to
                                 // memory goes through the function __ndweave_check_access, as in ndw_check::access but
                                 // without its first argument
    NDW_COMPILE_ITEMS_IN_LOOPS = 1u << 8,  // OpenCL C: the device is a processor; one of its work-items runs all those
                                           // of a group of `local_range`, in loops
    NDW_COMPILE_DISTINCT_POINTERS = 1u << 9,  // host, PTX: captured pointers lead into allocations of their own. Relied
                                              // on for ndw_compiled_kernel::distinct_pointers
};

/// What a kernel of one work-item is linked to: ndweave/builtins.h, and __ndweave_check_access.
struct ndw_function {
    const char* name;
    void* address;
};

/// The value of a specialization constant.
struct ndw_constant {
    uint64_t key;
    const void* value;
    uint64_t bytes;
};

/// Bytes of a functor.
struct ndw_functor_bytes {
    uint32_t offset;
    uint32_t bytes;
};

/// What bytes of the functor are in every launch of the code that is asked for.
struct ndw_captured_value {
    struct ndw_functor_bytes at;
    const void* value;
};

/// A function that kernels of other translation units may call.
struct ndw_external_function {
    const char* name;  // mangled; its symbol in the bitcode
    const void* bitcode;
    uint64_t bitcode_size;
    const char* hash;  // of the bitcode, 64 hexadecimal digits
};

#define NDW_POINTER_CLASSES 15  // pointers that ndw_kernel_variant::pointer_classes tells of
#define NDW_POINTER_CLASS_BITS 4
#define NDW_POINTER_ANYWHERE 15  // a class

/// What selects one compilation of a kernel. A field that is added here belongs to the key of every cache, in memory
/// and on disk, since they compare and hash this struct whole. It has no padding. What
/// is the same in all launches on a device (`arch`, `driver`) is in the request: caches in memory are a device's own.
struct ndw_kernel_variant {
    uint32_t target;          // ndw_target
    uint32_t kind;            // ndw_kernel_kind
    uint32_t dimensions;      // 1..3
    uint32_t local_range[3];  // hardware axes; constants of the compiled kernel. {0,0,0} for basic kernels on the host
    uint32_t strategy;        // ndw_strategy; host only. NDW_STRATEGY_FIBER is not compiled
    uint32_t flags;           // ndw_compile_flag
    uint32_t sub_group_size;  // 0: the target's default
    uint32_t pointer_alignment;  // of captured pointers, bytes (1: unknown). Host: a hint, tested at each call. PTX:
                                 // relied on for ndw_compiled_kernel::aligned_pointers
    uint64_t pointer_classes;    // host, with NDW_COMPILE_DISTINCT_POINTERS: of each of the first pointers of
                                 // ndw_compiled_kernel::distinct_pointers, the first in the lowest bits: 0, or how much
                                 // further in front the first one stands that leads into the same allocation;
                                 // NDW_POINTER_ANYWHERE: nothing is known of it
#ifdef __cplusplus
    bool operator==(const ndw_kernel_variant&) const = default;
#endif
};

struct ndw_compile_request {
    uint32_t struct_size;
    struct ndw_kernel_variant variant;
    const char* kernel_name;  // symbol of the entry in the bitcode: void entry(const void* functor)
    const void* bitcode;
    uint64_t bitcode_size;
    const char* bitcode_hash;  // 64 hexadecimal digits
    uint32_t functor_size;     // bytes
    const char* arch;          // "sm_90", "gfx90a"; null for the host
    const char* driver;        // driver identification for the cache key; may be null
    const char* last_step;     // host: improvements behind this step (by its name in the report) are left out, and the
                               // code is generated without optimisation; null: everything is done
    const struct ndw_function* functions;  // NDW_COMPILE_ITEM: what the kernel calls
    uint32_t function_count;
    const struct ndw_constant* constants;  // values for __ndweave_specialization_constant; each key once
    uint32_t constant_count;
    uint32_t last_pass;  // host: LLVM's optional passes in the step "optimise" beyond this number less one are left
                         // out; 0: none is
    const struct ndw_external_function* externals;  // the program's; those that the kernel calls are linked to it
    uint32_t external_count;
    const struct ndw_captured_value* captures;  // constants of this code, which only launches with them may run
    uint32_t capture_count;
};

enum ndw_check_access {
    NDW_CHECK_WRITE = 1u << 0,       // else a read
    NDW_CHECK_LOCAL = 1u << 1,       // access: through a pointer into local memory
    NDW_CHECK_CONSTANT = 1u << 2,    // private_access: of a constant table
    NDW_CHECK_CAPTURED = 1u << 3,    // private_access: of a captured array
    NDW_CHECK_INDEX = 1u << 4,       // private_access: `at` and `end` count elements, not bytes
    NDW_CHECK_PART = 1u << 5,        // private_access: of an array within the variable
    NDW_CHECK_ATOMIC = 1u << 6,      // access: by an atomic operation
    NDW_CHECK_FLOAT = 1u << 7,       // access: of floating-point numbers
    NDW_CHECK_ELEMENT = 1u << 8,     // access: times the bytes of a number, 0 where they are not known (bits 8 to 15)
    NDW_CHECK_ALIGNMENT = 1u << 16,  // access: times the binary logarithm of its alignment (bits 16 to 19)
    NDW_CHECK_ACQUIRE = 1u << 20,    // access: an atomic operation that acquires
    NDW_CHECK_RELEASE = 1u << 21,    // access: one that releases
    NDW_CHECK_VOLATILE = 1u << 22,   // access: of volatile memory
    NDW_CHECK_VALUE = 1u << 23,      // access: a write of the `value`
    NDW_CHECK_ROW = 1u << 24,        // private_access: of a row of a local_accessor
    NDW_CHECK_CAPTURE = 1u << 25     // access: times one more than the position in ndw_check::unwritten of a captured
                                     // pointer that the kernel only reads through; else 0 (bits 25 to 29)
};

#define NDW_CHECK_CAPTURES 31  // positions that NDW_CHECK_CAPTURE can tell

enum ndw_check_division { NDW_CHECK_DIVISION_BY_ZERO = 1, NDW_CHECK_DIVISION_OVERFLOW = 2 };

/// What a work-item has passed; of a part of a sub-group also what it comes to.
enum ndw_check_barrier {
    NDW_CHECK_BARRIER_OF_GROUP = 0,
    NDW_CHECK_BARRIER_OF_SUB_GROUP = 1,
    NDW_CHECK_BEFORE_BARRIER_OF_MEMBERS = 2,
    NDW_CHECK_BARRIER_OF_MEMBERS = 3
};

/// What a kernel that was compiled with NDW_COMPILE_CHECK calls; the runtime embeds it in a struct of its own. Places
/// are "file:line", or null without debug information. After a mistake none returns: they leave the kernel, whose
/// frames need no clean-up, by longjmp.
struct ndw_check {
    /// Before `bytes` at `address` are accessed; `what` is of ndw_check_access. `value`: the bits that are written, of
    /// at most 8 bytes, else 0. Returns `address`.
    void* (*access)(struct ndw_check*, void* address, uint64_t bytes, uint32_t what, uint64_t value, const char* place);
    /// Before `bytes` at byte `at` of a variable of `end` bytes are accessed, or element `at` of an array of `end`
    /// elements. `element_bytes` is 0 where the variable is no array or one of several, `name` null where it is not
    /// known.
    void (*private_access)(struct ndw_check*, int64_t at, uint64_t bytes, uint64_t end, uint32_t what,
                           uint32_t element_bytes, const char* name, const char* place);
    /// `work_item` (its linear local id) goes on to another barrier than the work-items before it; each target is a
    /// place, null without debug information, or "" for the end of the kernel. `in_sub_group`: than others of its
    /// sub-group, to a barrier or an operation of sub-groups.
    void (*divergent_barrier)(struct ndw_check*, uint32_t work_item, const char* target, const char* target_of_others,
                              uint32_t in_sub_group);
    /// Before the work-items of a group run, which no barrier orders against those of others. `index`: the group's for
    /// nd-range kernels, else the global id of its first work-item; hardware axes.
    void (*begin_group)(struct ndw_check*, uint64_t index_0, uint64_t index_1, uint64_t index_2);
    /// Work-item `work_item` has passed a barrier.
    void (*barrier)(struct ndw_check*, uint32_t which);  // of ndw_check_barrier
    /// It passes a fence, which acquires and releases.
    void (*fence)(struct ndw_check*);
    /// Before a division of integers; `fault` is of ndw_check_division, 0 where there is none.
    void (*division)(struct ndw_check*, uint32_t fault, const char* place);
    /// After begin_group: a captured pointer through which the kernel writes; of each one, and no others are written
    /// through, where the kernel has accesses with NDW_CHECK_CAPTURE.
    void (*writes)(struct ndw_check*, const void* pointer);
    /// Memory that nobody writes in the launch: accesses within it that are aligned need not be told of. 0 bytes where
    /// none is known.
    struct {
        uint64_t begin, bytes;
    } unwritten[NDW_CHECK_CAPTURES];
    /// The work-item that runs: its linear id in the group. Set by the kernel.
    uint32_t work_item;
};

/// A launch of a host kernel; constant over all its boxes. Hardware axes.
struct ndw_host_launch {
    const void* functor;
    uint64_t global_range[3];
    uint64_t group_range[3];
    uint32_t local_range[3];
    uint32_t reserved;
    struct ndw_check* check;  // of the box at hand, for kernels compiled with NDW_COMPILE_CHECK; else null
};

/// Memory of the executing worker, at least 64-byte aligned.
struct ndw_host_worker {
    void* local_memory;  // of a group: local_bytes of the compiled kernel, and behind them the launch's
    void* arena;  // arena_bytes of the compiled kernel: values kept across barriers, private arrays, group scratch
};

/// The part of the launch that one call runs: work-groups of an nd-range kernel, work-items of a basic one. Half open.
struct ndw_host_box {
    uint64_t begin[3];
    uint64_t end[3];
};

typedef void (*ndw_host_entry)(const struct ndw_host_launch*, const struct ndw_host_worker*,
                               const struct ndw_host_box*);

/// Runs the work-item that the functions of the request answer for.
typedef void (*ndw_item_entry)(const void* functor);

/// What results of a kernel may depend on beside its input.
enum ndw_dependence {
    NDW_DEPENDS_ON_ORDER = 1u << 0,     // of work-items: it uses what atomic operations find
    NDW_DEPENDS_ON_ROUNDING = 1u << 1,  // licences to reassociate, mathematical functions, atomic sums
    NDW_DEPENDS_ON_COMPANY = 1u << 2    // it asks which lanes of a sub-group are active together
};

/// How one argument of a device kernel is made from a launch.
enum ndw_parameter_kind {
    NDW_PARAMETER_VALUE = 1,         // `size` bytes at `offset` of the functor
    NDW_PARAMETER_POINTER = 2,       // a USM pointer at `offset` of the functor (8 bytes)
    NDW_PARAMETER_FUNCTOR = 3,       // the whole functor, by value
    NDW_PARAMETER_GLOBAL_RANGE = 4,  // uint64, work-items along axis `offset` (guard of basic kernels)
    NDW_PARAMETER_GROUP_RANGE = 5,   // uint32, groups along axis `offset` (flat grids)
    NDW_PARAMETER_LOCAL_MEMORY = 6   // dynamic local memory as an argument (OpenCL: clSetKernelArg(size, NULL))
};

struct ndw_parameter {
    uint32_t kind;  // ndw_parameter_kind
    uint32_t offset;
    uint32_t size;
};

/// An array that a kernel declares in local memory itself.
struct ndw_local_array {
    uint64_t offset;  // from the start of the group's local memory
    uint64_t bytes;
};

struct ndw_compiled_kernel {
    uint32_t struct_size;
    uint32_t strategy;          // host: the one that was taken, LOOP or CBS
    ndw_host_entry host_entry;  // host
    uint64_t arena_bytes;       // host: bytes per worker
    const char* code;           // text, null-terminated; host: machine code, where it lies
    uint64_t code_size;         // bytes without the terminator
    const char* entry_name;     // symbol of the kernel in `code`
    const struct ndw_parameter* parameters;
    uint32_t parameter_count;
    uint32_t aligned_pointer_count;
    const uint32_t* aligned_pointers;  // offsets in the functor of pointers that the code takes to be multiples of the
                                       // variant's pointer_alignment: where one is not, the kernel must not be launched
    uint32_t written_pointer_count;
    uint32_t distinct_pointer_count;
    const uint32_t*
        distinct_pointers;            // offsets in the functor of pointers, first those that the kernel writes through:
                                      // none of the others may lead into an allocation that one of these leads into
    uint32_t written_pointers_apart;  // 1: nor any of those into one that another of them leads into
    uint32_t coarsening;              // along axis 0 a group runs the work-items of so many groups: 1, its own
    uint32_t items_in_loops;          // 1: the device's groups have one work-item, which runs a whole group
    uint32_t direct;                  // 1: the kernel reaches memory by its pointer arguments only
    uint32_t scratch_bytes;           // other targets: group scratch that the code declares itself
    const struct ndw_local_array* local_arrays;
    uint32_t local_array_count;
    uint32_t local_bytes;  // of local_arrays, a multiple of 64: a launch brings so many bytes of local memory beside
                           // those it asks for itself, whose offsets count from there
    uint32_t uses_barrier;
    uint32_t sub_group_size;
    uint32_t cache_hit;  // 1: code came from the disk cache
    double compile_ms;
    const char* reason;         // host: why this strategy
    const char* report;         // JSON object, see docs/kernel-compiler.md
    ndw_item_entry item_entry;  // NDW_COMPILE_ITEM, instead of host_entry
    uint32_t depends_on;        // NDW_COMPILE_ITEM: ndw_dependence
    uint32_t deciding_capture_count;
    const struct ndw_functor_bytes* deciding_captures;  // captured numbers that branches, trip counts, divisions or
                                                        // strides depend on: worth to be a request's captures. None
                                                        // where the request has some, or where results could differ
    double made_in_ms;  // the time of its compilation, of which compile_ms is but the loading on a cache hit
};

enum ndw_compile_status {
    NDW_COMPILE_OK = 0,
    NDW_COMPILE_UNSUPPORTED = 1,  // the kernel uses something this target cannot do
    NDW_COMPILE_INVALID = 2,      // malformed request or bitcode
    NDW_COMPILE_FAILED = 3        // an internal step failed
};

/// Compiles a kernel: *bytes, which the caller frees with free_bytes, are the encoded code::entry
/// (core/code/artifact.hpp). On failure returns a status and sets *error to a message (freed with ndw_free_error) that
/// names the kernel, the source line where known, and the construct.
typedef int (*ndw_compile_fn)(const struct ndw_compile_request*, void** bytes, uint64_t* size, char** error);
typedef void (*ndw_free_error_fn)(char*);

/// Whether a kernel's results are right: not 0. It has a host_entry or, of a step before work-items become loops, an
/// item_entry.
typedef int (*ndw_is_right_fn)(void* data, const struct ndw_compiled_kernel*);
/// The first step of a host request (with `functions`, without NDW_COMPILE_ITEM) behind which results are wrong; within
/// "optimise", LLVM's pass, too. *step is that text, freed with ndw_free_error, or null where every step is right.
typedef int (*ndw_find_wrong_step_fn)(const struct ndw_compile_request*, ndw_is_right_fn, void* data, char** step,
                                      char** error);

typedef void (*ndw_free_bytes_fn)(void* bytes);
/// What a driver must get in place of a binary that it made of source: 1 and *repaired, which the caller frees with
/// free_bytes, or 0: the binary is right as it is. NVIDIA's OpenCL gives PTX that its own assembler makes something
/// else of (docs/llvm-19.md); other binaries are right.
typedef int (*ndw_repair_binary_fn)(const void* bytes, uint64_t size, void** repaired, uint64_t* repaired_size);
/// The user's own source line ("file:line", not in ndweave's or system headers) of the code at `address`, as linked, in
/// the program or shared object `file`, from its debug information; null where there is none. Freed with
/// ndw_free_error.
typedef char* (*ndw_source_line_fn)(const char* file, uint64_t address);

/// Why the compiler cannot do what the variable of the environment of this name says, by trying: folders are made. Null
/// where it can, where the variable is not set, and for variables that others read. Freed with ndw_free_error.
typedef char* (*ndw_variable_problem_fn)(const char* name);

/// What the library's one exported symbol, `ndw_compiler`, points to.
struct ndw_compiler_api {
    uint32_t abi_version;
    uint32_t struct_size;
    const char* llvm_version;
    const char* host_cpu;
    ndw_compile_fn compile;
    ndw_free_error_fn free_error;
    ndw_free_bytes_fn free_bytes;
    ndw_source_line_fn source_line;
    ndw_find_wrong_step_fn find_wrong_step;
    ndw_repair_binary_fn repair_binary;
    ndw_variable_problem_fn variable_problem;
};

#ifdef __cplusplus
}
#endif
#endif
