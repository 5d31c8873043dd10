// What a kernel reads and writes: its buffers, captured numbers and ids.
#include <algorithm>

#include "kernel.hpp"

namespace random_programs {

std::string random_kernel::add_buffer(const std::string& name, std::size_t count, type of, const std::string& before,
                                      bool constant) {
    const std::string number = std::to_string(buffers_.size());
    buffers_.push_back({count, of, before});
    const std::string element = (constant ? "const " : "") + name_of(of);
    captures_.push_back(begin(element + "* const " + name + " = with.at<" + element + ">(" + number + ");"));
    return name;
}

void random_kernel::make_inputs() {
    for (unsigned k = 0, n = 2 + pick(3); k < n; ++k) {
        const bool small = chance(40);
        const type t = chance(75) ? any_integer() : any_real();
        static constexpr std::size_t counts[] = {64, 100, 256, 33};
        const std::size_t count = chance(40) ? items_ + 1 + pick(70) : counts[pick(4)];
        const std::string name = add_buffer("in" + std::to_string(k), count, t,
                                            small && !is_real(t) ? "small"
                                            : is_real(t)         ? "reals"
                                                                 : "noise",
                                            true);
        arrays_.push_back({name, t, {count}, small && !is_real(t) ? bounds{0, 7} : range_of(t), true});
    }
    const type t = chance(50) ? type::u32 : type::i32;
    arrays_.push_back({add_buffer("list", 128, t, "list", true), t, {128}, {0, 127}, true});
}

/// Every work-item has an element of each output, which it may read and write at any time.
void random_kernel::make_outputs() {
    const auto add = [&](const std::string& element, type t) {
        outputs_.push_back({element, t, range_of(t), false, true});
        variables_.push_back(outputs_.back());
    };
    const std::string last = std::to_string(items_ - 1);
    bool ordered = false;
    for (unsigned k = 0, n = 3 + pick(5); k < n; ++k) {
        const type t = chance(80) ? any_integer() : any_real();
        const std::string name = "out" + std::to_string(k), before = is_real(t) ? "reals" : "noise";
        const unsigned way = pick(10);
        add_buffer(name, way < 3 ? 2 * items_ : items_, t, before, false);
        if (way == 0) {  // two arrays in one allocation
            captures_.push_back(
                begin(name_of(t) + "* const " + name + "b = " + name + " + " + std::to_string(items_) + ";"));
            add(name + "[g]", t);
            add(name + "b[g]", t);
        } else if (way == 1) {
            captures_.push_back(begin(name_of(t) + "* const " + name + "b = " + name + " + 1;"));
            add(name + "[2 * g]", t);
            add(name + "b[g * 2]", t);
        } else if (way == 2) {
            add(name + "[2 * g + 1]", t);
        } else if (way == 3) {
            add(name + "[" + last + " - g]", t);
        } else if (way == 4) {
            if (!ordered) add_buffer("order", items_, type::u32, "order", true);
            ordered = true;
            add(name + "[order[g]]", t);
        } else {
            add(name + "[g]", t);
        }
    }
}

void random_kernel::make_shared_memory() {
    if (chance(50)) {
        static constexpr const char* operations[] = {"fetch_add", "fetch_sub", "fetch_min", "fetch_max",
                                                     "fetch_and", "fetch_or",  "fetch_xor"};
        wide_atomics_ = chance(30);
        const unsigned operation = pick(7);
        const bool sign = operation >= 2 && chance(50);
        const type t = wide_atomics_ ? (sign ? type::i64 : type::u64) : (sign ? type::i32 : type::u32);
        atomics_.push_back({add_buffer("sums", 8, t, "noise", false), t, 8, operations[operation], false});
    }
    if (kind_ != kind::barriers) return;
    share_type_ = any_integer();
    add_buffer("share", items_, share_type_, "noise", false);
    share_ = "(share + first)";
    const std::string all = std::to_string(group_items_);
    for (unsigned k = 0, n = pick(3); k < n; ++k) {
        local_tile tile{"tile" + std::to_string(k), chance(80) ? any_integer() : type::f32, 0, 0};
        std::size_t columns = 2 + pick(7);
        if (chance(50) && group_items_ % columns == 0) tile.rows = group_items_ / columns, tile.columns = columns;
        const std::string extent =
            tile.rows ? "2>(" + std::to_string(tile.rows) + ", " + std::to_string(columns) : "1>(" + all;
        accessors_ += "        sycl::local_accessor<" + name_of(tile.of) + ", " + (tile.rows ? "2" : "1") + "> " +
                      tile.name + "(sycl::range<" + extent + "), h);\n";
        tiles_.push_back(tile);
    }
    has_bins_ = chance(40);
    if (has_bins_) accessors_ += "        sycl::local_accessor<unsigned, 1> bins(sycl::range<1>(16), h);\n";
}

/// Captured, and the same for all work-items; some as members of a struct.
void random_kernel::make_numbers() {
    const auto number = [&](const std::string& name, type t) {
        const unsigned least = pick(3) == 0 ? 1 : 0, factor = chance(20) ? 1 + pick(17) : 1;
        variables_.push_back({name, t, {least, least + 7 * factor}, true});
        return name_of(t, 1) + "(" + std::to_string(least) + " + " + std::to_string(factor) + " * with.numbers[" +
               std::to_string(pick(8)) + "])";
    };
    for (unsigned k = 0, n = 1 + pick(4); k < n; ++k) {
        const type t = any_integer();
        const std::string name = "n" + std::to_string(k);
        captures_.push_back(begin("const " + name_of(t) + " " + name + " = " + number(name, t) + ";"));
    }
    if (chance(50)) {
        captures_.push_back(begin("const bool yes = with.numbers[5] > 3;"));
        variables_.push_back({"yes", type::u8, {0, 1}, true});
    }
    if (chance(40)) {
        const type t = any_integer(), u = any_integer();
        captures_.push_back(begin("const struct {")
                                .line("    " + name_of(t) + " a;")
                                .line("    " + name_of(u) + " b;")
                                .line("} limits{" + number("limits.a", t) + ", " + number("limits.b", u) + "};"));
    }
}

void random_kernel::know_id(const std::string& value, std::size_t end, bool uniform) {
    const type t = any_index_type();
    const std::string name = fresh("x");
    ids_.push_back(begin("const " + name_of(t, pick(2)) + " " + name + " = " + value + ";"));
    variables_.push_back({name, t, {0, static_cast<wide>(end) - 1}, uniform});
}

void random_kernel::know_ids() {
    const auto all = static_cast<wide>(items_);
    ids_.push_back(begin(basic() ? "const std::size_t g = it.get_linear_id();"
                                 : "const std::size_t g = it.get_global_linear_id();"));
    variables_.push_back({"g", type::u64, {0, all - 1}});
    for (unsigned d = 0; d < dimensions_; ++d) {
        const std::string dimension = "(" + std::to_string(d) + ")";
        if (basic()) {
            know_id("it.get_id" + dimension, groups_[d], false);
        } else {
            if (chance(60)) know_id("it.get_global_id" + dimension, groups_[d] * local_[d], false);
            if (chance(60)) know_id("it.get_local_id" + dimension, local_[d], false);
            if (chance(40)) know_id("it.get_group" + dimension, groups_[d], true);
        }
    }
    if (chance(60)) know_id("g", items_, false);
    if (basic()) return;
    local_id_ = "l";
    ids_.push_back(begin("const std::size_t l = it.get_local_linear_id();"));
    variables_.push_back({"l", type::u64, {0, static_cast<wide>(group_items_) - 1}});
    if (chance(50)) know_id("l", group_items_, false);
    const std::string first = "it.get_group_linear_id() * " + std::to_string(group_items_);
    ids_.push_back(begin("const std::size_t first = " + first + ";"));
    variables_.push_back({"first", type::u64, {0, all - static_cast<wide>(group_items_)}, true});
}

}  // namespace random_programs
