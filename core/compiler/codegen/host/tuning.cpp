#include "compiler/codegen/host/tuning.hpp"

#include <array>

#include "compiler/codegen/host/machine.hpp"

namespace ndweave::compiler::host {
namespace {

constexpr std::array rows{
    // Zen 4 (EPYC 9004, virtual, 2 cores, 2026-11): a gather is about five internal operations for each element,
    // 512-bit vectors are two halves. Prefetching of rows is not measured.
    tuning{.family = "znver4",
           .scalarize_gathers = true,
           .scatter_cost = 2,
           .prefer_256_bit_streams = true,
           .prefetch_sparse_rows = false},
    // Other Zen: nothing of these was measured.
    tuning{.family = "znver", .prefetch_sparse_rows = false},
    // Intel Xeon (Sapphire Rapids, virtual, 2 MiB of second-level cache; 2026-11), and any processor that is not
    // listed: with rows fetched ahead, a sparse product takes 0.65 to 0.98 of the time.
    tuning{.family = ""},
};

}  // namespace

const tuning& tuning_of(llvm::StringRef cpu) {
    for (const tuning& row : rows) {
        if (cpu.starts_with(row.family)) return row;
    }
    return rows.back();
}

const tuning& target_tuning() { return tuning_of(target_cpu().name); }

}  // namespace ndweave::compiler::host
