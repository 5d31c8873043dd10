#include "cpu/checked_kernel.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <string>

#include "cpu/private_place.hpp"
#include "ndweave/exception.hpp"
#include "runtime/kernel_name.hpp"

namespace ndweave::detail {
namespace {

struct span {
    std::uintptr_t begin, end;

    bool holds(std::uintptr_t address, std::uint64_t bytes) const {
        return address >= begin && address < end && bytes <= end - address;
    }
};

span span_at(const void* begin, std::uint64_t bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    return {address, address + bytes};
}

std::string hexadecimal(std::uintptr_t address) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%zx", static_cast<std::size_t>(address));
    return text;
}

const char* name_of(usm_kind kind) {
    return kind == usm_kind::device ? "device" : kind == usm_kind::host ? "host" : "shared";
}

std::string at_place(const char* place) {
    return place ? " (" + std::string(place) + ")" : " (compile with -g for the source line)";
}

/// What the kernel of one box may reach, and the way out of it. Lives in the frame that calls the kernel.
class checked_box : public ndw_check {
public:
    checked_box(const ndw_host_worker& worker, std::uint64_t arena_bytes, const launch& l,
                const std::vector<allocation>& allocations)
        : ndw_check{access_, private_access_, divergent_barrier_},
          launch_(l),
          allocations_(allocations),
          local_(worker.local_memory),
          arena_(span_at(worker.arena, arena_bytes)) {}

    /// Runs the kernel; the text of its mistake, empty where it made none.
    std::string run(ndw_host_entry entry, ndw_host_launch h, const ndw_host_worker& worker, const ndw_host_box& box) {
        h.check = this;
        stack_end_ = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
        if (setjmp(way_out_) == 0) entry(&h, &worker, &box);
        return text_;
    }

private:
    static checked_box& of(const ndw_check* check) { return *static_cast<checked_box*>(const_cast<ndw_check*>(check)); }

    static void* access_(const ndw_check* check, void* address, std::uint64_t bytes, std::uint32_t what,
                         const char* place) {
        checked_box& box = of(check);
        if (box.may(reinterpret_cast<std::uintptr_t>(address), bytes, what)) return address;
        box.complain_of_access(reinterpret_cast<std::uintptr_t>(address), bytes, what, place);
        std::longjmp(box.way_out_, 1);
    }

    static void private_access_(const ndw_check* check, std::int64_t at, std::uint64_t bytes, std::uint64_t end,
                                std::uint32_t what, std::uint32_t element_bytes, const char* name, const char* place) {
        const private_place accessed{at, bytes, end, what, element_bytes, name};
        if (is_inside(accessed)) return;
        checked_box& box = of(check);
        box.text_ = box.out_of_bounds(bytes, what) + place_text(accessed) + at_place(place);
        std::longjmp(box.way_out_, 1);
    }

    static void divergent_barrier_(const ndw_check* check, std::uint32_t item, const char* target, const char* others) {
        of(check).complain_of_barrier(item, target, others);
        std::longjmp(of(check).way_out_, 1);
    }

    bool may(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what) {
        if (bytes == 0) return true;
        if (what & NDW_CHECK_LOCAL) return in_local(address, bytes);
        if (last_.holds(address, bytes)) return true;
        const allocation* before = last_before(address);
        if (before && span{before->base, before->base + before->bytes}.holds(address, bytes)) {
            last_ = {before->base, before->base + before->bytes};
            return true;
        }
        // Pointers whose origin the compiler could not see: private memory, too, is the kernel's own.
        const span stack{reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), stack_end_};
        return in_local(address, bytes) || arena_.holds(address, bytes) || stack.holds(address, bytes) ||
               span_at(launch_.functor, launch_.kernel->functor_size).holds(address, bytes);
    }

    bool in_local(std::uintptr_t address, std::uint64_t bytes) const {
        const char* const base = static_cast<const char*>(local_);
        if (!launch_.local_arrays) return span_at(base, launch_.local_memory_bytes).holds(address, bytes);
        return std::ranges::any_of(*launch_.local_arrays, [&](const local_array& a) {
            return span_at(base + a.offset, a.bytes).holds(address, bytes);
        });
    }

    const allocation* last_before(std::uintptr_t address) const {
        const auto after = std::ranges::upper_bound(allocations_, address, {}, &allocation::base);
        return after == allocations_.begin() ? nullptr : &*std::prev(after);
    }

    std::string beginning() const { return "kernel " + kernel_name(*launch_.kernel) + ": "; }

    void complain_of_access(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) {
        text_ = out_of_bounds(bytes, what) +
                (what & NDW_CHECK_LOCAL ? where_in_local(address) : where_in_global(address)) + at_place(place);
    }

    std::string out_of_bounds(std::uint64_t bytes, std::uint32_t what) const {
        return beginning() + "out-of-bounds " + (what & NDW_CHECK_WRITE ? "write" : "read") + " of " +
               std::to_string(bytes) + (bytes == 1 ? " byte " : " bytes ");
    }

    std::string where_in_local(std::uintptr_t address) const {
        const auto offset = static_cast<std::int64_t>(address - reinterpret_cast<std::uintptr_t>(local_));
        if (!launch_.local_arrays) {
            return "at byte " + std::to_string(offset) + " of local memory, of which the launch has " +
                   std::to_string(launch_.local_memory_bytes) + " bytes";
        }
        const local_array* nearest = nullptr;
        for (const local_array& a : *launch_.local_arrays) {
            if (!nearest || static_cast<std::int64_t>(a.offset) <= offset) nearest = &a;
        }
        return "at byte " + std::to_string(offset - static_cast<std::int64_t>(nearest->offset)) +
               " of a local_accessor of " + std::to_string(nearest->bytes) + " bytes";
    }

    std::string where_in_global(std::uintptr_t address) const {
        constexpr std::uintptr_t near = 1 << 20;
        const std::string at = "at " + hexadecimal(address) + ", ";
        const allocation* before = last_before(address);
        if (before && address - before->base < before->bytes + near) {
            return at + "at byte " + std::to_string(address - before->base) + " of a " + name_of(before->kind) +
                   " allocation of " + std::to_string(before->bytes) + " bytes";
        }
        const allocation* after = before ? before + 1 : allocations_.data();
        if (after != allocations_.data() + allocations_.size() && after->base - address < near) {
            return at + std::to_string(after->base - address) + " bytes before a " + name_of(after->kind) +
                   " allocation of " + std::to_string(after->bytes) + " bytes";
        }
        return at + "which is in no live allocation of malloc_device, malloc_host or malloc_shared";
    }

    static std::string target_text(const char* target) {
        if (!target) return "a barrier";
        return *target ? "the barrier at " + std::string(target) : "the end of the kernel";
    }

    void complain_of_barrier(std::uint32_t item, const char* target, const char* others) {
        text_ = beginning() + "divergent barrier: work-item " + std::to_string(item) + " of a work-group goes on to " +
                target_text(target) + ", the work-items before it to " + target_text(others) +
                "; every work-item must reach the same barriers" +
                (target && others ? "" : " (compile with -g for the source line)");
    }

    const launch& launch_;
    const std::vector<allocation>& allocations_;
    const void* local_;
    span arena_, last_{0, 0};
    std::uintptr_t stack_end_ = 0;
    std::string text_;
    std::jmp_buf way_out_;
};

}  // namespace

void run_checked_box(const ndw_compiled_kernel& kernel, const launch& l, const std::vector<allocation>& allocations,
                     const grid_box& box) {
    const ndw_host_worker worker = worker_of(kernel, l);
    const ndw_host_box b{{box.begin[0], box.begin[1], box.begin[2]}, {box.end[0], box.end[1], box.end[2]}};
    checked_box checked(worker, kernel.arena_bytes, l, allocations);
    const std::string mistake = checked.run(kernel.host_entry, host_launch(l), worker, b);
    if (!mistake.empty()) throw exception(errc::kernel, mistake);
}

}  // namespace ndweave::detail
