#include "exchange.hpp"

#include <utility>

namespace random_programs {

namespace {
std::string sycl_barrier(const std::string& group) { return "sycl::group_barrier(" + group + ");"; }
const std::string barrier = sycl_barrier("it.get_group()");
}  // namespace

statement random_exchange::together(const place& here) {
    switch (pick(13)) {
        case 0:
        case 1:
        case 2:
            if (!tiles_.empty()) return through_tile(here);
            [[fallthrough]];
        case 3:
            return through_global_memory(here);
        case 4:
            return tree(here);
        case 5:
            return histogram(here);
        case 6:
            return unequal_turns(here);
        case 7:
        case 8:
            if (here.depth > 0) return strided_loop(here, true);
            [[fallthrough]];
        case 9:
            return begin(barrier);
        case 10:
        case 11:
            if (here.lanes) return in_sub_group(here);
            [[fallthrough]];
        default:
            return group_function(here, "it.get_group()", std::to_string(group_items_));
    }
}

/// Statements that may read the array; it is not changed before the next barrier.
statements random_exchange::with_array(const array& readable, const place& here) {
    arrays_.push_back(readable);
    const std::size_t outside = arrays_.size() - 1;
    statements all = body(2, here.inside(true));
    if (const variable* const v = any_varying()) {
        const std::string read = element(readable), whole = is_real(readable.of) ? cast(type::i32, read) : read;
        std::string made = whole;
        if (is_real(v->of)) made = is_real(readable.of) ? read : cast(type::i32, read) + " % 32";
        all.push_back(begin(v->text + " = " + made + ";"));
    }
    arrays_.erase(arrays_.begin() + static_cast<std::ptrdiff_t>(outside));
    return all;
}

/// What is written into the array of this name: it reads no element, which another work-item may just be writing.
std::string random_exchange::value_for(const std::string& name, type of, unsigned depth) {
    const std::vector<array> readable = arrays_;
    std::erase_if(arrays_, [&](const array& a) { return a.name == name; });
    std::string text = value(of, depth).text;
    arrays_ = readable;
    return text;
}

/// A different number for each work-item.
std::string random_exchange::own_index() {
    const std::string items = std::to_string(group_items_);
    if (chance(30)) return items + " - 1 - l";
    return chance(40) ? "(l + " + std::to_string(pick(group_items_)) + ") % " + items : "l";
}

std::string random_exchange::own_element(const local_tile& tile) {
    const std::string own = own_index();
    if (tile.rows == 0) return tile.name + "[" + own + "]";
    const std::string columns = std::to_string(tile.columns);
    const std::string row = "(" + own + ") / " + columns, column = "(" + own + ") % " + columns;
    if (chance(30)) return tile.name + "[sycl::id<2>(" + row + ", " + column + ")]";
    return tile.name + "[" + row + "][" + column + "]";
}

/// By a function that has the barriers.
statement random_exchange::handed_on(const local_tile& tile) {
    const variable* const v = any_varying();
    if (!v) return begin(barrier);
    const std::string call = "handed_on<" + name_of(tile.of) + ">(it.get_group(), " + tile.name + ", " + own_index() +
                             ", " + value(tile.of, 2).text + ", " + index(group_items_) + ")";
    if (is_real(tile.of)) return begin(v->text + " = " + cast(type::i32, call) + ";");
    return begin(v->text + " = " + call + (is_real(v->of) ? " % 32;" : ";"));
}

statement random_exchange::through_tile(const place& here) {
    const local_tile tile = any(tiles_);
    if (tile.rows == 0 && chance(30)) return handed_on(tile);
    const std::string own = own_element(tile);
    array readable{tile.name, tile.of, {group_items_}, range_of(tile.of), true};
    if (tile.rows != 0) readable.extents = {tile.rows, tile.columns};
    statement s = begin(barrier);
    s.line(own + " = " + value_for(tile.name, tile.of, 2) + ";").line(barrier).line("{");
    return s.with(with_array(readable, here)).line("}");
}

statement random_exchange::through_global_memory(const place& here) {
    statement s = begin(barrier);
    s.line(share_ + "[l] = " + value_for(share_, share_type_, 2) + ";").line(barrier).line("{");
    return s.with(with_array({share_, share_type_, {group_items_}, range_of(share_type_), true}, here)).line("}");
}

/// `for (s = …; s > 0; s /= 2) if (l < s) x[l] = x[l] + x[l + s];`
statement random_exchange::tree(const place&) {
    std::string name = share_;
    type t = share_type_;
    for (const local_tile& tile : tiles_) {
        if (tile.rows == 0) name = tile.name, t = tile.of;
    }
    unsigned most = 1;
    while (2 * most < group_items_) most *= 2;
    const std::string k = fresh("s"), other = name + "[l + " + k + "]", mine = name + "[l]";
    const expression made = sum({mine, t, range_of(t)}, chance(50) ? '+' : '-', {other, t, range_of(t)});
    const std::string result = is_real(t) ? "(" + mine + " < " + other + " ? " + other + " : " + mine + ")" : made.text;
    statement s = begin(barrier);
    s.line(mine + " = " + value_for(name, t, 1) + ";");
    s.line("for (" + name_of(any_index_type()) + " " + k + " = " + std::to_string(most) + "; " + k + " > 0; " + k +
           " /= 2) {");
    s.line("    " + std::string(barrier));
    s.line("    if (l < std::size_t(" + k + ") && l + " + k + " < " + std::to_string(group_items_) + ") " + mine +
           " = " + result + ";");
    s.line("}").line(barrier);
    if (const variable* const v = any_varying()) s.line(v->text + " = int(" + name + "[0]) % 32;");
    return s;
}

statement random_exchange::histogram(const place& here) {
    if (!has_bins_) return begin(barrier);
    has_bins_ = false;  // one within another would be a race
    statement s = begin(barrier);
    s.line("for (std::size_t b = l; b < 16; b += " + std::to_string(group_items_) + ") bins[b] = 0;")
        .line(barrier)
        .line("{");
    atomics_.push_back({"bins", type::u32, 16, "fetch_add", true});
    statements inner = body(2, here.in_block(false));
    inner.push_back(atomic_operation(here));
    atomics_.pop_back();
    s.with(std::move(inner)).line("}").line(barrier);
    if (const variable* const v = any_varying()) s.line(v->text + " = bins[" + index(16) + "] % 32;");
    has_bins_ = true;
    return s;
}

/// Loops of 2 to 4 iterations with a barrier in the first two of them.
statement random_exchange::unequal_turns(const place& here) {
    const std::string i = fresh("i");
    statement s = begin("for (unsigned " + i + " = 0; " + i + " < 2 + l % 3; ++" + i + ") {");
    s.with({assignment({here.depth > 0 ? 1u : 0u, false, false})});
    return s.line("    if (" + i + " < 2) " + barrier).line("}");
}

statement random_exchange::group_function(const place& here, const std::string& group, const std::string& items) {
    static constexpr const char* any_type[] = {"sycl::minimum<>()", "sycl::maximum<>()", "sycl::bit_and<>()",
                                               "sycl::bit_or<>()", "sycl::bit_xor<>()"};
    const unsigned which = pick(6);
    const bool work_group = group == "it.get_group()";
    // The result of some is the same for the whole group.
    const variable* const v = work_group && which < 3 ? assignable({1, here.converged, false}) : any_varying();
    if (!v) return begin(sycl_barrier(group));
    const type t = any_integer();
    const std::string operation =
        !is_signed(t) && bits_of(t) >= 32 && chance(50) ? "sycl::plus<>()" : any_type[pick(5)];
    const std::string x = group + ", " + converted(integer(2), t).text, narrow = is_real(v->of) ? " % 32;" : ";";
    switch (which) {
        case 0:
            return begin(v->text + " = sycl::reduce_over_group(" + x + ", " + operation + ")" + narrow);
        case 1: {
            static constexpr const char* votes[] = {"any", "all", "none"};
            return begin(v->text + " = sycl::" + votes[pick(3)] + "_of_group(" + group + ", " + condition(1) + ");");
        }
        case 2: {
            const std::string source = "(" + reduced(integer(1, true), 64).text + ") % " + items;
            return begin(v->text + " = sycl::group_broadcast(" + x + ", " + source + ")" + narrow);
        }
        case 3:
            return begin(v->text + " = sycl::exclusive_scan_over_group(" + x + ", " + name_of(t, 1) + "(" +
                         std::to_string(pick(50)) + "), " + operation + ")" + narrow);
        default:
            return begin(v->text + " = sycl::inclusive_scan_over_group(" + x + ", " + operation + ")" + narrow);
    }
}

statement random_exchange::sub_group_function(const place& here) {
    const std::string group = "it.get_sub_group()", items = group + ".get_local_linear_range()";
    if (chance(50)) return group_function(here, group, items);
    const variable* const v = any_varying();
    if (!v || chance(10)) return begin(sycl_barrier(group));
    const std::string lane =
        "(" + group + ".get_local_linear_id() + " + reduced(integer(1, chance(50)), 16).text + ") % " + items;
    const type t = any_integer();
    return begin(v->text + " = sycl::select_from_group(" + group + ", " + converted(integer(2), t).text + ", " + lane +
                 ")" + (is_real(v->of) ? " % 32;" : ";"));
}

statement random_exchange::in_sub_group(const place& here) {
    if (here.depth == 0 || chance(50)) return sub_group_function(here);
    return chance(50) ? sub_group_branch(here) : sub_group_loop(here);
}

/// A number without sign that all of a sub-group agree on, and maybe others do not.
std::string random_exchange::number_of_sub_group() {
    const std::string group = "it.get_sub_group()", same = reduced(integer(1, true), 64).text;
    if (chance(50)) return "(unsigned(" + group + ".get_group_linear_id()) + unsigned(" + same + "))";
    const std::string x = "unsigned(" + reduced(integer(2), 64).text + ")";
    if (chance(50)) return "sycl::group_broadcast(" + group + ", " + x + ", 0)";
    return "sycl::reduce_over_group(" + group + ", " + x + ", sycl::" + (chance(50) ? "plus" : "maximum") + "<>())";
}

statement random_exchange::sub_group_branch(const place& here) {
    const unsigned ways = 2 + pick(3);
    const place arm = here.of_sub_group();
    statement s = begin("if (" + number_of_sub_group() + " % " + std::to_string(ways) + " < " +
                        std::to_string(1 + pick(ways - 1)) + ") {");
    s.with(body(3, arm));
    if (chance(60)) s.line("} else {").with(body(3, arm));
    return s.line("}");
}

/// Some with `break` or `continue` of whole sub-groups.
statement random_exchange::sub_group_loop(const place& here) {
    const std::string i = fresh("i"), n = fresh("n");
    const place inside = here.of_sub_group();
    statement s = begin("{");
    s.line("    const unsigned " + n + " = " + number_of_sub_group() + " % 4;");
    s.line("    for (unsigned " + i + " = 0; " + i + " < " + n + "; ++" + i + ") {").with(body(2, inside));
    if (chance(40)) {
        s.line("        if (" + number_of_sub_group() + " % 3 == 0) " + (chance(50) ? "break;" : "continue;"));
        s.with(body(2, inside));
    }
    return s.line("    }").line("}");
}

statement random_exchange::atomic_operation(const place& here) {
    if (atomics_.empty()) return assignment(here);
    const atomic_counters& to = any(atomics_);
    const std::string scope = to.local ? "work_group, sycl::access::address_space::local_space"
                                       : "device, sycl::access::address_space::global_space";
    const std::string reference =
        "sycl::atomic_ref<" + name_of(to.of) + ", sycl::memory_order::relaxed, sycl::memory_scope::" + scope + ">";
    return begin(reference + "(" + to.name + "[" + index(to.count) + "])." + to.operation + "(" +
                 converted(integer(1), to.of).text + ");");
}

statement random_exchange::contribution(const place& here) {
    if (reducer_.empty()) return assignment(here);
    return begin(reducer_ + ".combine(" + converted(integer(2), reducer_type_).text + ");");
}

}  // namespace random_programs
