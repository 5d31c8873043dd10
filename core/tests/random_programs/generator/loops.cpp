#include "loops.hpp"

#include <algorithm>

namespace random_programs {

/// The body of a loop, in which `counter` is known.
statements random_loops::iteration(const place& here, const variable& counter) {
    const std::size_t outside = variables_.size();
    variables_.push_back(counter);
    statements all = body(3, here);
    if (chance(30)) all.push_back(way_out(here));
    variables_.resize(outside);
    return all;
}

statement random_loops::loop(const place& here) {
    const bool uniform = chance(here.converged ? 65 : 40);
    const place inside = here.in_loop(uniform);
    const type t = any_index_type();
    const std::string i = fresh("i"), name = name_of(t, pick(2));
    const std::string most = converted(reduced(integer(1, uniform), 5), t).text;
    const variable counter{i, t, {0, 4}, uniform};
    const bool late = chance(50);
    switch (pick(5)) {
        case 0:
            return begin("for (" + name + " " + i + " = " + most + "; " + i + " > 0; --" + i + ") {")
                .with(iteration(inside, counter))
                .line("}");
        case 1:
            return begin("{")
                .line("    " + name + " " + i + " = 0;")
                .line("    do {")
                .with(iteration(inside, counter))
                .line("    } while (++" + i + " < " + most + ");")
                .line("}");
        case 2: {
            statement s = begin("{");
            s.line("    " + name + " " + i + " = " + most + ";").line("    while (" + i + "-- > 0) {");
            return s.with(iteration(inside, {i, t, {0, 4}, uniform})).line("    }").line("}");
        }
        case 3:
            return begin("for (unsigned " + i + " = 1u << (" + most + "); " + i + " > 0; " + i +
                         (late ? " /= 2" : " >>= 1") + ") {")
                .with(iteration(inside, {i, type::u32, {0, 16}, uniform}))
                .line("}");
        default:
            return begin("for (" + name + " " + i + " = 0; " + i + " < " + most + "; " + (late ? i + "++" : "++" + i) +
                         ") {")
                .with(iteration(inside, counter))
                .line("}");
    }
}

statement random_loops::strided_loop(const place& here, bool equal) {
    const type t = chance(50) ? type::u64 : chance(50) ? type::i32 : type::u32;
    const std::string k = fresh("k"), name = name_of(t);
    const std::size_t group = group_items_, iterations = 1 + pick(4);
    const auto text = [&](std::size_t n) { return std::to_string(n); };
    place inside = here.in_loop(equal);
    inside.lanes = false;
    const std::string step = text(equal || chance(60) ? group : group + pick(9));
    const std::string end = equal ? text(group * iterations)
                                  : reduced(integer(1, chance(70)), 1 + static_cast<wide>(group * iterations)).text;
    const variable counter{k, t, {0, static_cast<wide>(group * iterations)}};
    const std::string first = name + " " + k + " = " + name + "(" + local_id_ + ");";
    if (equal && chance(40)) {
        return begin("{")
            .line("    " + first)
            .line("    do {")
            .with(iteration({inside.depth, inside.converged, false, false}, counter))
            .line("        " + k + " += " + step + ";")
            .line("    } while (" + k + " < " + end + ");")
            .line("}");
    }
    return begin("for (" + first + " " + k + " < " + name + "(" + end + "); " + k + " += " + step + ") {")
        .with(iteration(inside, counter))
        .line("}");
}

statement random_loops::pointer_loop(const place& here) {
    std::vector<array> walked;
    for (const array& a : arrays_) {
        if (a.extents.size() == 1 && a.shared) walked.push_back(a);
    }
    if (walked.empty()) return loop(here);
    const array& a = any(walked);
    const std::string p = fresh("p"), end = fresh("end");
    const std::size_t n = a.extents[0], step = std::min<std::size_t>(1 + pick(40), n - 1);
    const std::string first = index(n), stop = index(n, chance(70));
    const std::string begun =
        "for (auto* " + p + " = &" + a.name + "[" + first + "], *" + end + " = &" + a.name + "[" + stop + "]; ";
    const variable element{"*" + p, a.of, a.range};
    if (chance(20)) {
        return begin(begun + p + " > " + end + "; --" + p + ") {")
            .with(iteration(here.in_loop(false), element))
            .line("}");
    }
    // No pointer may be made beyond the end of the array, so none to which `continue` would go on.
    statement s = begin(begun + p + " < " + end + "; " + p + " += " + std::to_string(step) + ") {");
    s.with(iteration(here.in_block(false), element));
    return s.line("    if (" + end + " - " + p + " <= " + std::to_string(step) + ") break;").line("}");
}

statement random_loops::halving_loop(const place& here) {
    const std::string x = fresh("x"), count = fresh("n");
    const variable* const v = assignable({here.depth, false, false});
    if (!v) return loop(here);
    const std::string set = v->text, begun = reduced(integer(2), 1 << (3 + pick(8))).text;
    statement s = begin("{");
    s.line("    unsigned " + x + " = " + begun + ", " + count + " = 0;")
        .line("    while (" + x + " > 1) {")
        .line("        " + x + " = " + x + " % 2 ? " + x + " - 1 : " + x + " / 2;");
    if (chance(40)) s.with(body(1, here.in_block(false)));
    s.line("        ++" + count + ";").line("    }");
    return s.line("    " + set + " = " + count + " % 32;").line("}");
}

statement random_loops::search(const place& here) {
    const variable* const v = assignable({here.depth, false, false});
    const array* list = nullptr;
    const array* stops = nullptr;
    for (const array& a : arrays_) {
        if (a.name.starts_with("list")) list = &a;
        if (a.shared && !is_real(a.of) && a.extents.size() == 1) stops = chance(50) || !stops ? &a : stops;
    }
    if (!v || !list || !stops) return loop(here);
    const std::string j = fresh("j"), k = fresh("k"), stop = stops->name + "[" + k + "]";
    const std::size_t most = stops->extents[0];
    const std::string found =
        "if (" + stop + " % " + std::to_string(5 + pick(40)) + " == 3) return " + std::to_string(1 + pick(9)) + ";";
    statement s = begin(v->text + " = [&] {");
    s.line("    unsigned " + j + " = " + index(list->extents[0]) + ", " + k + " = 0;").line("    do {");
    s.line("        " + found);
    if (chance(30)) s.line("        if (" + condition_of_ids() + ") return " + std::to_string(10 + pick(3)) + ";");
    s.line("        " + k + " = (" + k + " + 1) % " + std::to_string(most) + ";");
    s.line("        " + j + " = " + list->name + "[" + j + "];");
    return s.line("    } while (" + j + " != 0);")
        .line("    return " + std::to_string(13 + pick(9)) + ";")
        .line("}();");
}

}  // namespace random_programs
