/// What one vendor's driver adds to the common calls: implemented in plugins/cuda and plugins/hip.
#pragma once

#include <vector>

#include "gpu/calls.hpp"
#include "ndweave/plugin.h"

namespace ndweave::gpu {

/// Numbers of the driver's device attributes; those of three axes are the first of three in a row.
struct attribute_numbers {
    int max_group_size;
    int max_block_x;
    int max_grid_x;
    int warp_size;
    int multiprocessors;
    int managed_memory;      // whether there is any
    int concurrent_managed;  // whether host and device may access it at the same time: its pages move
    int shared_per_block;    // bytes
    int peer_atomics;        // of a pair of devices
    int clock_khz;
    int memory_clock_khz;
    int memory_bus_bits;
    int l2_cache;  // bytes
    int error_correction;
};

struct vendor {
    /// NDW_OK, or why this machine or process cannot use such a device; for checks that must precede the opening of the
    /// library. `named_library` is the file that the user names, or null. The entry may be null.
    int (*admit)(const char* named_library);
    const char* library_variable;  // environment variable that names the library's file instead; may be null
    const char* const* libraries;  // names to dlopen, in order, null at the end
    const char* advice;            // what to install if there is none
    std::uint32_t format;          // ndw_code_format of the device
    bool cuda_symbols;             // column of the table

    /// Resolves the vendor's own functions; returns the name of a missing one, or null.
    const char* (*resolve)(void* library);
    /// "CUDA_ERROR_INVALID_VALUE: invalid argument".
    void (*describe)(int code, char* text, std::size_t bytes);
    /// Retains or releases the device's primary context.
    int (*retain)(int device, void** context);
    void (*release)(int device);
    /// Whether the primary context exists: a query of free memory would create it.
    bool (*active)(int device);
    /// Makes the device current for the calling thread.
    int (*make_current)(int device, void* context);
    /// Lets the current device access memory of `peer` outside of pools, or no more.
    int (*access_peer)(int peer, void* peer_context, bool enable);
    /// Fills vendor, driver_version and arch.
    int (*identify)(int device, ndw_device_info* info);
    attribute_numbers attributes;
    /// Whether the driver keeps what `load` makes for the processes to come. Null: it does not.
    bool (*keeps_code)();
    int (*copy_async)(void* to, const void* from, std::size_t bytes, void* stream);
    /// Whether the address is host memory unknown to the driver. Null: copies of such memory are left to the driver.
    bool (*is_pageable)(const void* address);
    /// `rows` times `value`, `pitch` bytes apart. May be null.
    int (*set_strided)(void* to, std::size_t pitch, std::uint32_t value, std::size_t rows, void* stream);
    /// Memory of the device that another driver can import by the descriptor. Both null if the vendor has none.
    int (*export_memory)(int device, std::size_t bytes, void** pointer, int* descriptor);
    int (*free_exported)(void* pointer, std::size_t bytes);
    /// Loads `source`; returns an ndw_status with its text set. A vendor whose plugin has module_binary sets `binary`
    /// to what it accepts as NDW_CODE_BINARY.
    int (*load)(int device, const ndw_module_source& source, void** module, std::vector<char>* binary);
    /// Allows launches of the function to use so much dynamic local memory.
    int (*allow_shared)(void* function, int bytes);
    /// Creates a pool of device memory that retains up to `retained` free bytes; its calls are stream-ordered. All null
    /// if the vendor has no pools; fails if the device or driver has none.
    int (*pool_create)(int device, std::uint64_t retained, void** pool);
    void (*pool_destroy)(void* pool);
    int (*pool_alloc)(void** pointer, std::size_t bytes, void* pool, void* stream);
    int (*pool_free)(void* pointer, void* stream);
    int (*pool_trim)(void* pool);
};

/// The vendor that this plugin was built for.
extern const vendor this_vendor;

}  // namespace ndweave::gpu
