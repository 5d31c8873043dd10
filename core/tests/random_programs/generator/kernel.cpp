#include "kernel.hpp"

#include <algorithm>

namespace random_programs {

namespace {

std::string list_of(const std::vector<std::size_t>& numbers) {
    std::string list;
    for (const std::size_t n : numbers) list += (list.empty() ? "" : ", ") + std::to_string(n);
    return list;
}

constexpr unsigned max_statements = 130;

}  // namespace

random_kernel::random_kernel(std::uint64_t seed, unsigned number) : random_exchange(seed), number_(number) {
    doubles_ = chance(30);
    choose_shape();
    make_inputs();
    if (chance(40)) before_.push_back(make_table());
    for (unsigned k = pick(3); k > 0; --k) before_.push_back(chance(60) ? make_function() : make_procedure());
    const bool structures = chance(35);
    for (statement& s : structures ? make_structure() : statements()) before_.push_back(std::move(s));
    make_numbers();
    know_ids();
    make_outputs();
    make_shared_memory();
    alone_ = kind_ != kind::barriers;
    if (alone_ && chance(15)) {
        reducer_type_ = any_integer();
        static constexpr const char* operations[] = {"minimum", "maximum", "bit_and", "bit_or", "bit_xor"};
        const bool plus = !is_signed(reducer_type_) && bits_of(reducer_type_) >= 32 && chance(60);
        const std::string total = add_buffer("total", 1, reducer_type_, "noise", false);
        reduction_ = "sycl::reduction(" + total + ", sycl::" + (plus ? "plus" : operations[pick(5)]) + "<>()), ";
        reducer_ = "sum";
    }
    statements_of_kernel_ = chance(8) ? streams() : declare_variables();
    if (structures) statements_of_kernel_.push_back(declare_structures());
    if (chance(30)) statements_of_kernel_.push_back(make_lambda());
    for (unsigned k = 0, n = 3 + pick(8); k < n; ++k) statements_of_kernel_.push_back(any_statement({3, true, false}));
    for (statement& s : write_outputs()) statements_of_kernel_.push_back(std::move(s));
}

void random_kernel::choose_shape() {
    kind_ =
        std::vector{kind::basic, kind::basic, kind::groups, kind::barriers, kind::barriers, kind::barriers}[pick(6)];
    using extents = std::vector<std::size_t>;
    static const std::vector<extents> ranges{{256},  {1000},   {203},    {7},     {1},       {64},
                                             {2049}, {13, 17}, {16, 16}, {1, 40}, {3, 5, 7}, {8, 4, 8}};
    static const std::vector<extents> locals{{64}, {64},   {16},    {37},   {1},       {128},    {256},
                                             {5},  {8, 8}, {4, 16}, {3, 5}, {2, 3, 4}, {1, 8, 4}};
    if (basic()) {
        groups_ = any(ranges);
        dimensions_ = static_cast<unsigned>(groups_.size());
    } else {
        local_ = any(locals);
        dimensions_ = static_cast<unsigned>(local_.size());
        for (unsigned d = 0; d < dimensions_; ++d) groups_.push_back(1 + pick(3));
        for (const std::size_t extent : local_) group_items_ *= extent;
    }
    items_ = group_items_;
    for (const std::size_t extent : groups_) items_ *= extent;
}

statements random_kernel::declare_variables() {
    statements all;
    const auto declare = [&](bool uniform) {
        const type t = chance(75) ? any_integer() : any_real();
        const std::string name = fresh(uniform ? "u" : "v"), first = value(t, 1, uniform).text;
        all.push_back(begin(name_of(t, pick(2)) + " " + name + " = " + first + ";"));
        variables_.push_back({name, t, range_of(t), uniform, true});
    };
    for (unsigned k = 0, n = 2 + pick(4); k < n; ++k) declare(false);
    for (unsigned k = 0, n = 1 + pick(2); k < n; ++k) declare(true);
    for (unsigned k = pick(3); k > 0; --k) {
        array a{fresh("own"), chance(80) ? any_integer() : any_real(), {2 + pick(7)}, {}, false, true};
        if (chance(40)) a.extents.push_back(2 + pick(4));
        a.range = range_of(a.of);
        std::string extents;
        for (const std::size_t extent : a.extents) extents += "[" + std::to_string(extent) + "]";
        all.push_back(begin(name_of(a.of) + " " + a.name + extents + " = {};"));
        arrays_.push_back(a);
    }
    return all;
}

statement random_kernel::simple_statement(const place& here) {
    switch (pick(16)) {
        case 0:
            return atomic_operation(here);
        case 1:
            return contribution(here);
        case 2:
            return procedure_call(here);
        case 3:
            return structure_copy(here);
        case 4:
            return lambda_call(here);
        case 5:
            return guarded_division(here);
        case 6:
            return way_out(here);
        default:
            return assignment(here);
    }
}

statement random_kernel::any_statement(const place& here) {
    if (kind_ == kind::barriers && here.converged && chance(here.depth == 0 ? 15 : 30)) return together(here);
    if (kind_ == kind::barriers && here.sub_group && here.lanes && chance(30)) return in_sub_group(here);
    if (here.depth == 0 || statements_ > max_statements) return simple_statement(here);
    switch (pick(20)) {
        case 0:
        case 1:
        case 2:
            return if_else(here);
        case 3:
        case 4:
            return arms_with_constants(here);
        case 5:
            return switch_case(here);
        case 6:
        case 7:
        case 8:
            return loop(here);
        case 9:
        case 10:
            return strided_loop(here, false);
        case 11:
            return pointer_loop(here);
        case 12:
            return search(here);
        case 13:
            return halving_loop(here);
        case 14:
            return scope(here);
        default:
            return simple_statement(here);
    }
}

statements random_kernel::body(unsigned most, const place& here) {
    statements all;
    for (unsigned k = 0, n = 1 + pick(most); k < n; ++k) all.push_back(any_statement(here));
    return all;
}

statements random_kernel::write_outputs() {
    statements all;
    for (const variable& to : outputs_) {
        if (chance(20)) continue;
        all.push_back(begin(to.text + " = " + value(to.of, 1).text + ";"));
    }
    return all;
}

std::string random_kernel::buffers_text() const {
    std::string text = "constexpr random_programs::buffer buffers[] = {\n";
    for (const buffer& b : buffers_) {
        text += "    {" + std::to_string(b.count) + ", " + std::to_string(bits_of(b.of) / 8) +
                ", random_programs::element::" + (is_real(b.of) ? "real" : "integer") +
                ", random_programs::content::" + b.before + "},\n";
    }
    std::size_t local_bytes = 0;
    for (const local_tile& tile : tiles_) local_bytes += group_items_ * bits_of(tile.of) / 8 + 64;
    const auto flag = [](bool yes) { return yes ? "true" : "false"; };
    return text + "};\nconstexpr random_programs::needs wants{.doubles = " + flag(doubles_) +
           ", .wide_atomics = " + flag(wide_atomics_) +
           ", .barriers = " + flag(kind_ == kind::barriers || (!basic() && !reducer_.empty())) +
           ", .group_items = " + std::to_string(basic() ? 0 : group_items_) +
           ", .local_bytes = " + std::to_string(local_bytes) + "};\n";
}

std::string random_kernel::launch_text() const {
    const std::string d = "<" + std::to_string(dimensions_) + ">";
    std::string space = "sycl::range" + d + "(" + list_of(groups_) + ")", index = "sycl::item" + d;
    if (!basic()) {
        std::vector<std::size_t> global;
        for (unsigned k = 0; k < dimensions_; ++k) global.push_back(groups_[k] * local_[k]);
        space = "sycl::nd_range" + d + "(sycl::range" + d + "(" + list_of(global) + "), sycl::range" + d + "(" +
                list_of(local_) + "))";
        index = "sycl::nd_item" + d;
    }
    const std::string reducer = reducer_.empty() ? "" : ", auto& " + reducer_;
    return "h.parallel_for(" + space + ", properties, " + reduction_ + "[=](" + index + " it" + reducer + ") {\n";
}

std::string random_kernel::text(const std::set<unsigned>& dropped) const {
    std::string text =
        "namespace kernel_" + std::to_string(number_) + " {\n\n" + text_of(before_, dropped, 0) + "\n" + buffers_text();
    text +=
        "\nvoid start(sycl::queue& q, const sycl::kernel_properties& properties, const random_programs::arguments& "
        "with) {\n";
    text += text_of(captures_, dropped, 1) + "    q.submit([&](sycl::handler& h) {\n" + accessors_ + "        " +
            launch_text();
    text += text_of(ids_, dropped, 3) + text_of(statements_of_kernel_, dropped, 3);
    return text + "        });\n    });\n}\n\n}  // namespace kernel_" + std::to_string(number_) + "\n";
}

}  // namespace random_programs
