#include "cpu/check/checked_kernel.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <string>

#include "cpu/check/local_arrays.hpp"
#include "cpu/check/private_place.hpp"
#include "cpu/check/wait_detector.hpp"
#include "cpu/number_kind.hpp"
#include "cpu/tuning.hpp"
#include "ndweave/exception.hpp"
#include "runtime/kernel/kernel_name.hpp"
#include "support/calls_machine_code.hpp"

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

std::string location_text(const char* place) {
    return place ? " (" + std::string(place) + ")" : " (compile with -g for the source line)";
}

/// One checked launch: the memory that the kernel may access, the detectors, and the jump out of the kernel at the
/// first mistake. Lives in the frame that calls the kernel.
class checked_launch : public ndw_check {
public:
    checked_launch(const ndw_host_worker& worker, const ndw_compiled_kernel& kernel, const launch& l,
                   const std::vector<allocation>& allocations, race_detector& races)
        : ndw_check{access_,
                    private_access_,
                    divergent_barrier_,
                    begin_group_,
                    barrier_,
                    fence_,
                    division_,
                    writes_,
                    {},
                    0},
          launch_(l),
          allocations_(allocations),
          local_(worker.local_memory, kernel, l),
          arena_(span_at(worker.arena, kernel.arena_bytes)),
          races_(races),
          sub_group_size_(kernel.sub_group_size) {
        const bool nd_range = l.kernel->kind == kernel_kind::nd_range;
        const std::uint64_t items =
            nd_range ? l.local_range[0] * l.local_range[1] * l.local_range[2] : tuning::max_work_group_size;
        races_.begin_launch(static_cast<std::uint32_t>(items), kernel.sub_group_size);
        if (l.kernel->kind == kernel_kind::single_task) races_.begin_group({0, 0, 0});
    }

    /// Runs the kernel; returns the text of its mistake, empty if it made none.
    NDWEAVE_CALLS_MACHINE_CODE std::string run(ndw_host_entry entry, ndw_host_launch h, const ndw_host_worker& worker,
                                               const ndw_host_box& box) {
        h.check = this;
        stack_end_ = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
        if (setjmp(exit_) == 0) entry(&h, &worker, &box);
        return unwritten_.empty() ? text_ : unwritten_;
    }

private:
    static checked_launch& of(ndw_check* check) { return *static_cast<checked_launch*>(check); }

    static void* access_(ndw_check* check, void* pointer, std::uint64_t bytes, std::uint32_t what, std::uint64_t value,
                         const char* place) {
        checked_launch& c = of(check);
        const auto address = reinterpret_cast<std::uintptr_t>(pointer);
        const memory in = c.memory_of(address, bytes, what);
        if (in == memory::none) {
            c.report_access(address, bytes, what, place);
            std::longjmp(c.exit_, 1);
        }
        if (address & ((std::uintptr_t{1} << (what / NDW_CHECK_ALIGNMENT & 15)) - 1)) {
            c.report_alignment(address, bytes, what, place);
            std::longjmp(c.exit_, 1);
        }
        if (what / NDW_CHECK_CAPTURE != 0 && in == memory::global && c.is_unwritten(c.last_)) {
            check->unwritten[what / NDW_CHECK_CAPTURE - 1] = {c.last_.begin, c.last_.end - c.last_.begin};
            return pointer;
        }
        if (in != memory::own) c.check_races(address, bytes, what, value, place, in == memory::local);
        return pointer;
    }

    static void private_access_(ndw_check* check, std::int64_t at, std::uint64_t bytes, std::uint64_t end,
                                std::uint32_t what, std::uint32_t element_bytes, const char* name, const char* place) {
        const private_place accessed{at, bytes, end, what, element_bytes, name};
        if (is_inside(accessed)) return;
        checked_launch& c = of(check);
        c.text_ = what & NDW_CHECK_ROW ? c.prefix() + "out-of-bounds subscript " : c.out_of_bounds(bytes, what);
        c.text_ += place_text(accessed) + location_text(place);
        std::longjmp(c.exit_, 1);
    }

    static void divergent_barrier_(ndw_check* check, std::uint32_t item, const char* target, const char* others,
                                   std::uint32_t in_sub_group) {
        in_sub_group ? of(check).report_lane(item, target, others) : of(check).report_barrier(item, target, others);
        std::longjmp(of(check).exit_, 1);
    }

    static void begin_group_(ndw_check* check, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
        checked_launch& c = of(check);
        c.end_interval();
        check->work_item = 0;
        c.group_[0] = x, c.group_[1] = y, c.group_[2] = z;
        c.waiting_.progress();
        c.races_.begin_group(c.group_);
    }

    static void barrier_(ndw_check* check, std::uint32_t which) {
        checked_launch& c = of(check);
        if (which == NDW_CHECK_BEFORE_BARRIER_OF_MEMBERS || which == NDW_CHECK_BARRIER_OF_MEMBERS) {
            const bool is_behind = which == NDW_CHECK_BARRIER_OF_MEMBERS;
            c.races_.atomic_operation(check->work_item, is_behind, !is_behind);
            return;
        }
        if (which == NDW_CHECK_BARRIER_OF_GROUP) c.end_interval();
        c.races_.barrier(check->work_item, which == NDW_CHECK_BARRIER_OF_SUB_GROUP);
    }

    static void fence_(ndw_check* check) { of(check).races_.fence(check->work_item); }

    static void division_(ndw_check* check, std::uint32_t fault, const char* place) {
        if (fault == 0) return;
        checked_launch& c = of(check);
        c.text_ = c.prefix() +
                  (fault == NDW_CHECK_DIVISION_BY_ZERO ? "division of an integer by zero"
                                                       : "division of the smallest integer by -1, which overflows") +
                  " by " + c.item_text(c.group_, check->work_item) + location_text(place);
        std::longjmp(c.exit_, 1);
    }

    /// A read of unwritten memory may turn out to be a race with a later write of the same interval, so it is reported
    /// at the interval's end.
    void end_interval() {
        if (!unwritten_.empty()) std::longjmp(exit_, 1);
    }

    static void writes_(ndw_check* check, const void* pointer) {
        checked_launch& c = of(check);
        const auto address = reinterpret_cast<std::uintptr_t>(pointer);
        if (std::ranges::any_of(c.written_, [&](const span& s) { return s.holds(address, 1); })) return;
        const allocation* at = c.last_before(address);
        if (at) c.written_.push_back({at->base, at->base + at->bytes});
    }

    enum class memory { none, global, local, own };

    memory memory_of(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what) {
        if (bytes == 0) return memory::own;
        if (what & NDW_CHECK_LOCAL) return in_local(address, bytes) ? memory::local : memory::none;
        if (last_.holds(address, bytes)) return memory::global;
        const allocation* before = last_before(address);
        if (before && span{before->base, before->base + before->bytes}.holds(address, bytes)) {
            last_ = {before->base, before->base + before->bytes};
            return memory::global;
        }
        if (in_local(address, bytes)) return memory::local;
        // The compiler could not see the pointer's origin: private memory is the kernel's own, too.
        const span stack{reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), stack_end_};
        const bool own = arena_.holds(address, bytes) || stack.holds(address, bytes) ||
                         span_at(launch_.functor, launch_.kernel->functor_size).holds(address, bytes);
        return own ? memory::own : memory::none;
    }

    bool is_unwritten(const span& s) const {
        return std::ranges::none_of(written_, [&](const span& w) { return w.begin == s.begin; });
    }

    void check_races(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, std::uint64_t value,
                     const char* place, bool local) {
        const bool write = what & NDW_CHECK_WRITE, atomic = what & NDW_CHECK_ATOMIC;
        switch (races_.check(address, bytes, {work_item, write, atomic, local, place})) {
            case race_detector::outcome::fine:
                if (atomic || what & NDW_CHECK_VOLATILE) {
                    check_waiting(address, bytes, what, place);
                } else if (write && changes(address, bytes, what, value)) {
                    waiting_.progress();
                }
                if (atomic) races_.atomic_operation(work_item, what & NDW_CHECK_ACQUIRE, what & NDW_CHECK_RELEASE);
                return;
            case race_detector::outcome::race:
                unwritten_.clear();
                // The race starts in the middle of a number: report plain bytes.
                if (races_.found_race().address != address)
                    what &= ~(255u * NDW_CHECK_ELEMENT | NDW_CHECK_FLOAT | NDW_CHECK_VALUE);
                report_race(races_.found_race(), address + bytes - races_.found_race().address, what, value, place);
                break;
            case race_detector::outcome::uninitialised:
                if (!unwritten_.empty()) return;
                unwritten_ = prefix() + "read of " + count_text(bytes) +
                             " of local memory that no work-item of its "
                             "work-group has written, by " +
                             item_text(group_, work_item) + ", " + where_in_local(address) + location_text(place);
                return;
            case race_detector::outcome::out_of_memory:
                text_ = prefix() + "there is no memory left to look for races in";
                break;
        }
        std::longjmp(exit_, 1);
    }

    static bool changes(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, std::uint64_t value) {
        return !(what & NDW_CHECK_VALUE) || bytes > sizeof value ||
               std::memcmp(reinterpret_cast<const void*>(address), &value, bytes) != 0;
    }

    void check_waiting(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) {
        std::uint64_t holds = 0;
        std::memcpy(&holds, reinterpret_cast<const void*>(address), std::min<std::uint64_t>(bytes, sizeof holds));
        if (!waiting_.is_stuck(work_item, address, holds)) return;
        text_ = prefix() + item_text(group_, work_item) + " waits for another one to change " + count_text(bytes) +
                " " + where(address, what & NDW_CHECK_LOCAL) + ", which hold " + holds_text(address, bytes, what) +
                "; work-items need not run at the same time, so that it may wait forever" + location_text(place);
        std::longjmp(exit_, 1);
    }

    bool in_local(std::uintptr_t address, std::uint64_t bytes) const { return local_.hold(address, bytes); }

    const allocation* last_before(std::uintptr_t address) const {
        const auto after = std::ranges::upper_bound(allocations_, address, {}, &allocation::base);
        return after == allocations_.begin() ? nullptr : &*std::prev(after);
    }

    std::string prefix() const { return "kernel " + kernel_name(*launch_.kernel) + ": "; }

    void report_access(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) {
        text_ = out_of_bounds(bytes, what) +
                (what & NDW_CHECK_LOCAL ? where_in_local(address) : where_in_global(address)) + location_text(place);
    }

    std::string out_of_bounds(std::uint64_t bytes, std::uint32_t what) const {
        return prefix() + "out-of-bounds " + (what & NDW_CHECK_WRITE ? "write" : "read") + " of " + count_text(bytes) +
               " ";
    }

    std::string where_in_local(std::uintptr_t address) const { return local_.place_text(address); }

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

    void report_alignment(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) {
        text_ = prefix() + "misaligned " + (what & NDW_CHECK_WRITE ? "write" : "read") + " of " + count_text(bytes) +
                " " + where(address, what & NDW_CHECK_LOCAL) + ": the address must be a multiple of " +
                std::to_string(1u << (what / NDW_CHECK_ALIGNMENT & 15)) + location_text(place);
    }

    void report_race(const race& r, std::uint64_t bytes, std::uint32_t what, std::uint64_t value, const char* place) {
        const bool write = what & NDW_CHECK_WRITE;
        text_ = prefix() + "data race: " + item_text(r.earlier_group_index, r.earlier.item) +
                (r.earlier_writes ? " writes" : " reads") + location_text(r.earlier_place) + " and " +
                item_text(group_, work_item) + (what & NDW_CHECK_ATOMIC ? " atomically" : "") +
                (write ? " writes" : " reads") + location_text(place) + " " + count_text(bytes) + " " +
                where(r.address, what & NDW_CHECK_LOCAL) + ", which " + (bytes == 1 ? "holds " : "hold ") +
                holds_text(r.address, bytes, what);
        if (what & NDW_CHECK_VALUE)
            text_ += " and would hold " + number_text(kind_of_access(what), &value, std::min<std::uint64_t>(bytes, 8));
        text_ += r.same_group ? "; no barrier is between the two"
                              : "; no barrier orders work-items of different work-groups";
    }

    static std::string count_text(std::uint64_t bytes) {
        return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    }

    static std::string holds_text(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what) {
        return number_text(kind_of_access(what), reinterpret_cast<const void*>(address),
                           std::min<std::uint64_t>(bytes, 8));
    }

    std::string where(std::uintptr_t address, bool local) const {
        return local || in_local(address, 1) ? where_in_local(address) : where_in_global(address);
    }

    /// "work-item {1, 34}": its global id, as SYCL orders the dimensions.
    std::string item_text(const std::uint64_t (&group)[3], std::uint32_t item) const {
        const bool nd_range = launch_.kernel->kind == kernel_kind::nd_range;
        std::string text;
        for (std::uint64_t axis = 0, rest = item; axis < launch_.kernel->dimensions; ++axis) {
            const std::uint64_t extent = nd_range ? launch_.local_range[axis] : axis == 0 ? UINT32_MAX : 1;
            const std::uint64_t id = group[axis] * (nd_range ? extent : 1) + rest % extent;
            rest /= extent;
            text = std::to_string(id) + (text.empty() ? "" : ", ") + text;
        }
        return "work-item {" + text + "}";
    }

    static std::string target_text(const char* target, const std::string& what = "barrier") {
        if (!target) return (what == "barrier" ? "a " : "an ") + what;
        return *target ? "the " + what + " at " + target : "the end of the kernel";
    }

    void report_barrier(std::uint32_t item, const char* target, const char* others) {
        text_ = prefix() + "divergent barrier: work-item " + std::to_string(item) + " of a work-group goes on to " +
                target_text(target) + ", the work-items before it to " + target_text(others) +
                "; every work-item must reach the same barriers" +
                (target && others ? "" : " (compile with -g for the source line)");
    }

    void report_lane(std::uint32_t item, const char* target, const char* others) {
        text_ = prefix() + "divergent sub-group: lane " + std::to_string(item % sub_group_size_) + " of sub-group " +
                std::to_string(item / sub_group_size_) + " of a work-group goes on to " +
                target_text(target, "operation") + ", other lanes of it to " + target_text(others, "operation") +
                "; every work-item of a sub-group must reach the same sub-group operations and barriers" +
                (target && others ? "" : " (compile with -g for the source line)");
    }

    const launch& launch_;
    const std::vector<allocation>& allocations_;
    const local_arrays local_;
    span arena_, last_{0, 0};
    std::vector<span> written_;  // allocations that captured, written pointers point into
    race_detector& races_;
    std::uint32_t sub_group_size_;
    std::uint64_t group_[3] = {};
    std::uintptr_t stack_end_ = 0;
    wait_detector waiting_;
    std::string text_, unwritten_;  // the mistake; a read of local memory that is unwritten so far
    std::jmp_buf exit_;
};

}  // namespace

void run_checked(const ndw_compiled_kernel& kernel, const launch& l, const std::vector<allocation>& allocations,
                 const grid_box& box, race_detector& races) {
    const ndw_host_worker worker = worker_of(kernel, l);
    checked_launch checked(worker, kernel, l, allocations, races);
    const std::string mistake = checked.run(kernel.host_entry, host_launch(l), worker, box);
    if (!mistake.empty()) throw exception(errc::kernel, mistake);
}

}  // namespace ndweave::detail
