#include "branches.hpp"

namespace random_programs {

namespace {

statements appended(statements all, statement last) {
    all.push_back(std::move(last));
    return all;
}

}  // namespace

statement random_branches::if_else(const place& here) {
    const bool uniform = chance(here.converged ? 50 : 30);
    const place arm = here.inside(uniform);
    statement s = begin("if (" + condition(2, uniform) + ") {");
    s.with(body(3, arm));
    if (chance(65)) s.line("} else {").with(body(3, arm));
    return s.line("}");
}

statement random_branches::arms_with_constants(const place& here) {
    const bool uniform = here.converged && chance(20);
    const place arm = here.inside(uniform);
    const variable* const v = assignable(arm);
    if (!v) return if_else(here);
    const variable set = *v;  // bodies change the list
    statement s = begin("if (" + condition(1, uniform) + ") {");
    const auto one_arm = [&] {
        statements all;
        all.push_back(if_else(arm));
        if (chance(70)) all.push_back(assignment(arm));
        const bool constant = chance(60) || is_real(set.of);
        const std::string last = constant ? assign_constant(set) : set.text + " = " + value(set.of, 1, true).text + ";";
        return appended(std::move(all), begin(last));
    };
    s.with(one_arm()).line("} else {").with(one_arm());
    return s.line("}");
}

statement random_branches::switch_case(const place& here) {
    const bool uniform = chance(here.converged ? 50 : 30);
    const place arm = here.in_block(uniform);
    const unsigned cases = 2 + pick(5), otherwise = pick(cases + 3);
    statement s = begin("switch (" + reduced(integer(1, uniform), cases + 1).text + ") {");
    for (unsigned c = 0; c < cases; ++c) {
        if (c == otherwise) s.line("default:");
        s.line("case " + std::to_string(c) + ": {").with(body(2, arm));
        s.line(chance(70) ? "} break;" : c + 1 < cases ? "} [[fallthrough]];" : "}");
    }
    return s.line("}");
}

statement random_branches::way_out(const place& here) {
    const bool together = here.converged;
    if (here.loop && (alone_ || !here.parted) && chance(70)) {
        const place arm = here.inside(together);
        statement s = begin("if (" + condition(1, together) + ") {");
        if (here.depth > 1 && chance(50)) s.with(body(1, arm));
        return s.line(chance(60) ? "    break;" : "    continue;").line("}");
    }
    if (result_) return begin("if (" + condition(1) + ") return " + value(*result_, 1).text + ";");
    if (alone_ || (together && here.lanes)) return begin("if (" + condition(2, !alone_) + ") return;");
    return assignment(here);
}

/// `if (condition) variable = table[a / b];` with a quotient that is the same for all.
statement random_branches::guarded_division(const place& here) {
    const variable* const v = assignable({here.depth, false, false});
    std::vector<const array*> tables;
    for (const array& a : arrays_) {
        if (a.shared && !is_real(a.of) && a.extents.size() == 1) tables.push_back(&a);
    }
    if (!v || tables.empty() || is_real(v->of)) return assignment(here);
    const array& table = *any(tables);
    const std::string read = table.name + "[" + uniform_quotient(table.extents[0]) + "]";
    return begin("if (" + condition(1) + ") " + v->text + " = " + read + ";");
}

}  // namespace random_programs
