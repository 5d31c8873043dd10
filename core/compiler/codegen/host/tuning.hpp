/// What the code generator knows of processors beyond their instructions: a row for each family of them in tuning.cpp,
/// and here the values for those of which nothing else is known. Each says where it was measured; times are ratios.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace ndweave::compiler::host {

struct tuning {
    /// LLVM's names for the processors begin so.
    llvm::StringRef family;

    // Vectors

    /// Unmasked gathers become loads of their own (scalarize_gathers.hpp).
    bool scalarize_gathers = false;
    /// Shuffles that a scattered number costs (merge_scatters.hpp).
    unsigned scatter_cost = 1;
    /// Loops that stream from memory get vectors of 256 bits (vector_width.hpp).
    bool prefer_256_bit_streams = false;

    // Caches

    /// Bytes of a cache line, which are those of the widest vector of x86 as well.
    std::uint64_t cache_line = 64;
    /// Bytes: rows that are a multiple of them apart share few sets of the first-level cache (of 4 KiB a way).
    std::uint64_t conflicting_stride = 512;
    /// Bytes on the stack for what the work-items of a group keep: fits the second-level cache and any worker's stack.
    std::uint64_t group_stack_bytes = 64 * 1024;
    /// Bytes of one array there; LLVM promotes no larger ones.
    std::uint64_t group_stack_array_bytes = 16 * 1024;

    // Work-item loops

    /// Work-items of a tile of a basic kernel: enough for full vectors, few enough that what is kept for each stays in
    /// the first-level cache.
    std::uint32_t tile_items = 256;
    /// Work-items of a strip: enough to keep the vector units busy, few enough that they tend to agree (Mandelbrot set
    /// on Zen 4: 64 takes 0.56 of the time of 256, 32 takes 0.77).
    std::uint32_t strip_items = 64;
    /// Bits of a real number of all work-items of a strip where an iteration of a loop under masks has so many
    /// operations: one vector of each then keeps the units busy, and all wait for the last of few work-items (random
    /// walks in double on Zen 5: 8 work-items take 0.42 of the time of 32, 16 take 0.56).
    std::uint32_t narrow_strip_bits = 512;
    unsigned min_narrow_strip_operations = 128;
    /// The same where each work-item runs one of so many loops: fewer of them have a work-item in a narrow strip (a
    /// choice of 18 sums on Zen 5: 16 work-items take 0.54 of the time of 64).
    unsigned min_narrow_strip_selected_loops = 4;
    /// 32-bit words that each work-item may carry through a loop for strips of twice as many to stay in 32 registers of
    /// 512 bits. Those hide what an operation waits for the one before it: 64 floats are four registers, and a fused
    /// multiply-add takes four cycles (Horner's rule on Zen 4: 0.89).
    unsigned wide_strip_words = 2;
    /// How far a loop's window of each work-item is from that of the next one where they do not run it under a mask:
    /// less than one in so many takes part (a product with a triangular matrix, windows of 184, on Zen 5: 0.12 of the
    /// time).
    std::int64_t min_window_step = 16;
    /// Lookups of bytes in tables beside which functions get no vectors of straight-line code (Zen 5, 2026-11: 1.47
    /// times as fast in HeCBench's present).
    int min_lookups_without_slp = 16;
    /// Loops under masks in a kernel: more would make the masks dearer than scalar loops.
    unsigned max_masked_loops = 16;
    /// Instructions of a loop whose index set is split, so that there are two of it.
    unsigned max_split_loop = 300;
    /// Instructions that are computed again behind a barrier: about the price of storing and loading a value instead.
    unsigned max_rematerialized = 12;
    /// Elements that a block operation on a private array is spelled out for: as many as such arrays tend to have.
    std::uint64_t max_spelled_out = 64;
    /// Operations from which on a branch around them pays (guard_nan_fixups.hpp).
    unsigned min_guarded_operations = 8;

    // Prefetching (prefetch_results.hpp, prefetch_rows.hpp)

    /// Bytes of a store: narrower ones would fetch a line several times.
    std::uint64_t min_prefetched_store = 32;
    /// Lines of a stream of results, a page: what is longer the hardware sees.
    std::uint64_t max_result_lines = 64;
    /// Lines of all streams of a loop: a store queue has places for fewer; a third of a first-level cache.
    std::uint64_t min_all_result_lines = 16, max_all_result_lines = 256;
    /// Prefetches in an iteration, however little it accesses itself.
    unsigned min_prefetches = 4;
    /// Rows of sparse data are fetched ahead, by so many bytes.
    bool prefetch_sparse_rows = true;
    std::int64_t row_distance = 2048;
    /// Bytes that a row advances in an iteration: no line often, not many lines at once.
    std::int64_t min_row_step = 32, max_row_step = 512;
    /// Rows that a loop reads at once.
    unsigned max_rows = 4;
};

/// The row of the processor that kernels are compiled for.
const tuning& target_tuning();

/// The row of a processor by LLVM's name for it; the last row is for those of no family above.
const tuning& tuning_of(llvm::StringRef cpu);

}  // namespace ndweave::compiler::host
