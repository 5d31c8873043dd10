#include "cpu/library_mode/library_kernel.hpp"

#include <algorithm>
#include <cstring>

#include "cpu/library_mode/fiber_executor.hpp"
#include "cpu/library_mode/work_item.hpp"
#include "cpu/memory/worker_memory.hpp"
#include "cpu/tuning.hpp"
#include "runtime/kernel/constants.hpp"

namespace ndweave::detail {
namespace {

item_box full_launch(const launch& l) {
    item_box b{};
    for (int a = 0; a < 3; ++a) {
        b.global_range[a] = l.global_range[a];
        b.local_range[a] = static_cast<std::uint32_t>(l.local_range[a]);
        b.group_range[a] = l.local_range[a] ? l.global_range[a] / l.local_range[a] : 1;
    }
    return b;
}

/// Calls `f` for the points of a box at a distance of `step`.
template <class F>
void for_each_point(const grid_box& box, std::uint64_t step, const F& f) {
    for (std::uint64_t z = box.begin[2]; z < box.end[2]; z += step) {
        for (std::uint64_t y = box.begin[1]; y < box.end[1]; y += step) {
            for (std::uint64_t x = box.begin[0]; x < box.end[0]; x += step) {
                const std::uint64_t point[3] = {x, y, z};
                f(point);
            }
        }
    }
}

/// One by one, so that each knows its number.
void run_numbered_items(const launch& l, const grid_box& box) {
    struct reset {
        ~reset() { current_item_number = 0; }
    } const at_end;
    item_box part = full_launch(l);
    std::fill_n(part.local_range, 3, 1u);
    for_each_point(box, 1, [&](const std::uint64_t(&point)[3]) {
        std::copy_n(point, 3, part.global_base);
        current_item_number = point[0] + l.global_range[0] * (point[1] + l.global_range[1] * point[2]);
        l.kernel->library.loop(l.functor, part);
    });
}

void run_items(const launch& l, const grid_box& box) {
    if (l.numbers_items) return run_numbered_items(l, box);
    constexpr std::uint64_t max_items = 1u << 30;  // an item_box counts in 32 bits
    item_box part = full_launch(l);
    for_each_point(box, max_items, [&](const std::uint64_t(&point)[3]) {
        for (int a = 0; a < 3; ++a) {
            part.global_base[a] = point[a];
            part.local_range[a] = static_cast<std::uint32_t>(std::min(max_items, box.end[a] - point[a]));
        }
        l.kernel->library.loop(l.functor, part);
    });
}

/// Runs a group's work-items in a plain loop, in which none can wait. Resets the thread's current work-item also when
/// the kernel throws.
class group_loop {
public:
    group_loop() { current_work_item = &item_; }
    ~group_loop() { current_work_item = nullptr; }

    void run(const group_context& group) {
        item_.group = &group;
        for (std::uint32_t n = 0; n < group.items; ++n) {
            place_work_item(item_, n);
            group.kernel->library.item(group.functor, *group.box, item_.local_id);
        }
    }

private:
    work_item item_;
};

/// Sets those of the thread, also when the kernel throws.
class constants_scope {
public:
    explicit constants_scope(const constant_set* constants) { current_constants = constants; }
    ~constants_scope() { current_constants = nullptr; }
    constants_scope(const constants_scope&) = delete;
    constants_scope& operator=(const constants_scope&) = delete;
};

void run_groups(const launch& l, library_executor executor, const grid_box& box) {
    item_box b = full_launch(l);
    if (has_offset(l.kernel->constants)) {
        const std::size_t place = l.kernel->functor_size - offset_bytes;
        std::memcpy(b.offset, static_cast<const unsigned char*>(l.functor) + place, sizeof b.offset);
    }
    const std::uint32_t items = b.local_range[0] * b.local_range[1] * b.local_range[2];
    const std::uint32_t sub_group = l.properties.sub_group_size ? l.properties.sub_group_size : tuning::sub_group_size;
    worker_memory& memory = worker_memory::of_this_thread();
    const group_context group{
        l.kernel, l.functor, &b, memory.local_memory(l.local_memory_bytes), memory.arena(std::size_t{16} * items),
        items,    sub_group};
    for_each_point(box, 1, [&](const std::uint64_t(&point)[3]) {
        for (int a = 0; a < 3; ++a) {
            b.group_id[a] = point[a];
            b.global_base[a] = point[a] * b.local_range[a];
        }
        if (executor == library_executor::fiber) {
            fiber_executor::of_this_thread().run(group);
        } else {
            group_loop().run(group);
        }
    });
}

}  // namespace

void run_library_box(const launch& l, library_executor executor, const grid_box& box) {
    const constants_scope constants(l.kernel->constants);
    if (l.kernel->kind == kernel_kind::nd_range) {
        run_groups(l, executor, box);
    } else {
        run_items(l, box);
    }
}

}  // namespace ndweave::detail
