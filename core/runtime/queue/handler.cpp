#include "ndweave/handler.hpp"

#include <algorithm>
#include <optional>

#include "ndweave/local_accessor.hpp"
#include "runtime/graph/recorded_command.hpp"
#include "runtime/kernel/constants.hpp"
#include "runtime/kernel/required_aspects.hpp"
#include "runtime/kernel/validate_launch.hpp"
#include "runtime/memory/allocation_map.hpp"
#include "runtime/memory/device_globals.hpp"
#include "runtime/queue/queue_core.hpp"
#include "runtime/queue/reduction_shape.hpp"
#include "runtime/queue/submission.hpp"

namespace ndweave {
namespace {

/// Non-USM pointers have no known extent. The lookup is cheap relative to the copy.
void require_memory(const char* what, const void* pointer, std::size_t bytes) {
    if (bytes == 0) return;
    if (!pointer) {
        throw exception(errc::invalid, std::string(what) + " of " + std::to_string(bytes) + " bytes at a null pointer");
    }
    const std::size_t left = detail::allocation_map::instance().bytes_from(pointer);
    if (left == 0 && bytes > PTRDIFF_MAX) {
        throw exception(errc::invalid,
                        std::string(what) + " of " + std::to_string(bytes) + " bytes: no memory has as many");
    }
    if (left == 0 || bytes <= left) return;
    throw exception(errc::invalid, std::string(what) + " of " + std::to_string(bytes) +
                                       " bytes at a pointer into an allocation that ends " + std::to_string(left) +
                                       " bytes behind it");
}

/// Of kernels without work-groups, which must not have local accessors, those are launched that have no room for one:
/// the command group may have made it for nothing.
bool may_capture_local(const detail::kernel_record& kernel) {
    return kernel.kind == detail::kernel_kind::nd_range || kernel.functor_size >= sizeof(local_accessor<char, 1>);
}

}  // namespace

void handler::claim_action() {
    if (acted_) {
        throw exception(errc::invalid,
                        "a command group has one action: submit the second kernel, copy or fill in a group of its own");
    }
    acted_ = true;
}

void handler::depends_on(const event& e) { submission_.queue().wait_for(e); }

std::size_t handler::reserve_local(std::size_t bytes, std::size_t alignment) {
    constexpr std::size_t gap = 256;  // in check mode: overruns of an array should not reach the next one
    const std::size_t offset = (local_bytes_ + alignment - 1) / alignment * alignment;
    if (offset < local_bytes_ || bytes > SIZE_MAX - gap - offset) {
        throw exception(errc::memory_allocation, "local memory of " + std::to_string(bytes) +
                                                     " bytes, in addition to " + std::to_string(local_bytes_) +
                                                     " bytes: more than any device has");
    }
    local_bytes_ = offset + bytes;
    if (submission_.queue().impl().checks()) {
        if (!local_arrays_) local_arrays_ = std::make_shared<std::vector<detail::local_array>>();
        local_arrays_->push_back({offset, bytes});
        local_bytes_ += gap;
    }
    return offset;
}

void* handler::scratch(std::size_t bytes) { return submission_.scratch(bytes); }

detail::reduction_shape handler::divide_reduction(std::size_t points) {
    const detail::device_limits& limits = submission_.queue().device()->limits();
    points_ = points;
    return detail::shape_of_reduction(points, limits);
}

void handler::launch(detail::launch l) { launch_at(std::move(l), {0, 0, 0}); }

void handler::launch_at(detail::launch l, const std::uint64_t (&offset)[3]) {
    claim_action();
    if (l.kernel->required_aspects != 0) detail::require_aspects(*l.kernel, submission_.queue().device());
    if (detail::is_empty(l)) return;
    const detail::used_device_globals* const globals = l.kernel->device_globals;
    const bool has_offset = (offset[0] | offset[1] | offset[2]) != 0;
    std::optional<detail::extended_functor> functor;
    if (globals || has_offset) {
        functor.emplace(l.functor, globals ? globals->captured_bytes : l.kernel->functor_size);
        if (globals) constants_ = functor->append_copies(*globals, submission_.queue().device(), constants_);
        if (has_offset) {
            functor->append(offset, sizeof offset);
            const std::uint8_t is_there = 1;
            constants_ = detail::with_constant(constants_, detail::offset_key, &is_there, sizeof is_there);
        }
        l.functor = functor->data();
        const auto extent = static_cast<std::uint32_t>(functor->bytes());
        if (extent > l.kernel->functor_size)
            constants_ = detail::with_constant(constants_, detail::extent_key, &extent, sizeof extent);
    }
    if (constants_) l.kernel = &detail::specialised_record(*l.kernel, *constants_);
    if (may_capture_local(*l.kernel)) {
        l.local_memory_bytes = local_bytes_;
        l.local_arrays = std::move(local_arrays_);
    }
    l.points = points_;
    l.numbers_items = numbers_items_;
    detail::validate_launch(l, submission_.queue().device()->limits());
    submission_.launch(std::move(l));
}

void handler::memcpy(void* to, const void* from, std::size_t bytes) {
    claim_action();
    require_memory("copy to", to, bytes);
    require_memory("copy from", from, bytes);
    if (bytes) submission_.copy(to, from, bytes);
}

void handler::run_on_host(std::function<void(detail::queue_core&)> function) {
    claim_action();
    submission_.run_on_host(std::move(function));
}

void handler::memset(void* to, int value, std::size_t bytes) {
    const auto byte = static_cast<unsigned char>(value);
    fill_bytes(to, &byte, 1, bytes);
}

void handler::fill_bytes(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    claim_action();
    require_memory("fill", to, detail::bytes_of(count, pattern_bytes));
    if (count) submission_.fill(to, pattern, pattern_bytes, count);
}

}  // namespace ndweave
