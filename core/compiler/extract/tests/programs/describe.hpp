/// Prints a kernel record and writes its bitcode to <label>.bc.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "ndweave/detail/kernel.hpp"

using ndweave::detail::kernel_kind;
using ndweave::detail::kernel_record;

inline void describe(const char* label, const kernel_record& record) {
    if (record.entry || !record.name || !record.bitcode || !record.hash || !record.library.item) std::exit(2);
    std::printf("%s %s %s %p\n", label, record.name, record.hash, static_cast<const void*>(&record));
    char path[64];
    std::snprintf(path, sizeof path, "%s.bc", label);
    std::FILE* file = std::fopen(path, "wb");
    if (!file || std::fwrite(record.bitcode, 1, record.bitcode_size, file) != record.bitcode_size) std::exit(3);
    std::fclose(file);
}

template <kernel_kind Kind, int D, class F>
const kernel_record& record_of(const F&) {
    return ndweave::detail::record<F, D, Kind>;
}
