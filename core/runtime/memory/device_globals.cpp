#include "runtime/memory/device_globals.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "ndweave/exception.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel/external_functions.hpp"
#include "runtime/memory/allocation_map.hpp"
#include "runtime/queue/access.hpp"

namespace ndweave::detail {

struct device_global_copies {
    std::vector<unsigned char> initial;  // empty: all zero
    std::vector<std::pair<std::shared_ptr<device_impl>, void*>> of_devices;
    bool cpu_knows = false;
};

namespace {

constinit std::mutex copies_mutex;

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::device_globals, copies_mutex); }

unsigned char* start_of(const device_global& variable) {
    return const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(&variable));
}

std::size_t bytes_of(const device_global& variable) { return variable.layout->offset + variable.layout->bytes; }

/// Before anybody can have changed the CPU's copy.
device_global_copies* make_copies(const device_global& variable) {
    auto made = std::make_unique<device_global_copies>();
    const unsigned char* const first = start_of(variable) + variable.layout->offset;
    const unsigned char* const last = start_of(variable) + bytes_of(variable);
    if (std::any_of(first, last, [](unsigned char byte) { return byte != 0; })) made->initial.assign(first, last);
    return made.release();
}

void* allocate(const device_global& variable, const device_global_copies& copies,
               const std::shared_ptr<device_impl>& device) {
    const std::size_t bytes = bytes_of(variable);
    auto* const memory = static_cast<unsigned char*>(device->allocate(bytes, 64, usm_kind::device));
    if (!memory)
        throw exception(errc::memory_allocation,
                        "a device_global of " + std::to_string(bytes) + " bytes on " + device->limits().name);
    const auto queue = device->make_queue(false);
    const unsigned char zero = 0;
    queue->fill(memory, &zero, 1, bytes);
    if (!copies.initial.empty())
        queue->copy(memory + variable.layout->offset, copies.initial.data(), copies.initial.size());
    queue->wait();
    return memory;
}

/// Other code knows memory of kernels by the map.
void tell(const device_global& variable, void* memory, const std::shared_ptr<device_impl>& device) {
    allocation_map::instance().insert(
        {reinterpret_cast<std::uintptr_t>(memory), bytes_of(variable), usm_kind::device, device});
}

}  // namespace

void* copy_of(const device_global& variable, const std::shared_ptr<device_impl>& device) {
    const std::lock_guard lock(copies_mutex);
    if (!variable.copies) variable.copies = make_copies(variable);
    device_global_copies& copies = *variable.copies;
    if (device->limits().backend == "cpu") {
        void* const memory = start_of(variable);
        if (!std::exchange(copies.cpu_knows, true)) tell(variable, memory, device);
        return memory;
    }
    for (const auto& [of, memory] : copies.of_devices) {
        if (of == device) return memory;
    }
    void* const memory = allocate(variable, copies, device);
    copies.of_devices.emplace_back(device, memory);
    tell(variable, memory, device);
    return memory;
}

std::size_t extended_functor::append(const void* what, std::size_t bytes) {
    const std::size_t place = offset_place(end_);
    end_ = place + bytes;
    blocks_.resize((end_ + sizeof(block) - 1) / sizeof(block));
    if (bytes != 0) std::memcpy(blocks_.front().bytes + place, what, bytes);
    return place;
}

const constant_set* extended_functor::append_copies(const used_device_globals& used,
                                                    const std::shared_ptr<device_impl>& device,
                                                    const constant_set* constants) {
    const auto append_copy = [&](const device_global& variable) {
        const void* const memory = copy_of(variable, device);
        return append(&memory, sizeof memory);
    };
    for (std::uint32_t k = 0; k < used.count; ++k) append_copy(*used.first[k]);
    if (used.calls_others == 0) return constants;
    for (const external_device_global& one : external_device_globals()) {
        const std::uint64_t place = append_copy(*one.variable);
        constants = with_constant(constants, one.key, &place, sizeof place);
    }
    return constants;
}

void forget_device_global(const device_global& variable) noexcept {
    const std::lock_guard lock(copies_mutex);
    if (std::exchange(variable.copies->cpu_knows, false))
        static_cast<void>(allocation_map::instance().take(start_of(variable)));
}

void* device_global_copy(const device_global& variable, const device& on, std::size_t bytes, std::size_t offset) {
    const std::size_t all = variable.layout->bytes;
    if (offset > all || bytes > all - offset)
        throw exception(errc::invalid, "copy of " + std::to_string(bytes) + " bytes at byte " + std::to_string(offset) +
                                           " of a device_global of " + std::to_string(all) + " bytes");
    return static_cast<unsigned char*>(copy_of(variable, device_access::impl(on))) + variable.layout->offset + offset;
}

}  // namespace ndweave::detail
