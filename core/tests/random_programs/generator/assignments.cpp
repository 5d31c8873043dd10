#include "assignments.hpp"

namespace random_programs {

const variable* random_assignments::assignable(const place& here, std::optional<type> of) {
    std::vector<const variable*> all;
    for (const variable& v : variables_) {
        if (v.assignable && (!v.uniform || here.converged) && (!of || v.of == *of)) all.push_back(&v);
    }
    return all.empty() ? nullptr : any(all);
}

std::string random_assignments::assign_constant(const variable& v) {
    if (is_real(v.of)) return v.text + " = " + std::to_string(pick(30)) + ";";
    return v.text + " = " + std::to_string(pick(100)) + ";";
}

std::string random_assignments::compound(const variable& v, const place& here) {
    const std::string operand = integer(here.depth, v.uniform).text;
    const bool wraps = v.of == type::u32 || v.of == type::u64;
    if (wraps && chance(30)) return chance(50) ? "++" + v.text + ";" : v.text + "--;";
    const char op = wraps ? "+-*^|&"[pick(6)] : "^|&"[pick(3)];
    return v.text + " " + op + "= " + operand + ";";
}

statement random_assignments::assignment(const place& here) {
    std::vector<const array*> own;
    for (const array& a : arrays_) {
        if (a.assignable) own.push_back(&a);
    }
    const unsigned depth = 1 + pick(here.depth + 1);
    if (!own.empty() && chance(25)) {
        const array& to = *any(own);
        return begin(element(to) + " = " + value(to.of, depth).text + ";");
    }
    const variable* const v = assignable(here);
    if (!v) return begin(";");
    if (chance(12)) return begin(assign_constant(*v));
    if (!is_real(v->of) && chance(25)) return begin(compound(*v, here));
    return begin(v->text + " = " + value(v->of, depth, v->uniform).text + ";");
}

/// `{ const T t = value; … }`
statement random_assignments::scope(const place& here) {
    const bool uniform = here.converged && chance(40);
    const type t = chance(80) ? any_integer() : type::f32;
    const expression made = value(t, 2, uniform);
    const std::size_t outside = variables_.size();
    const std::string name = fresh("t");
    variables_.push_back({name, t, made.range, uniform});
    statement s = begin("{");
    s.line((chance(50) ? "    const auto " + name + " = " + cast(t, made.text) + ";"
                       : "    const " + name_of(t, pick(2)) + " " + name + " = " + made.text + ";"))
        .with(body(3, here.inside(true)))
        .line("}");
    variables_.resize(outside);
    return s;
}

statement random_assignments::procedure_call(const place& here) {
    if (procedures_.empty()) return assignment(here);
    const procedure& p = any(procedures_);
    std::string list;
    for (const type t : p.in) list += (list.empty() ? "" : ", ") + value(t, 1).text;
    for (const type t : p.out) {
        const variable* const v = assignable({here.depth, false, false}, t);
        if (!v) return assignment(here);
        list += (list.empty() ? "" : ", ") + v->text;
    }
    return begin(p.callee + "(" + list + ");");
}

statement random_assignments::structure_copy(const place& here) {
    if (structures_.empty()) return assignment(here);
    const structures& s = any(structures_);
    const std::string& to = any(s.all);
    if (chance(50)) return begin(to + " = " + any(s.all) + ";");
    return begin(to + " = " + s.changed + "(" + any(s.all) + ", " + value(s.argument, 1).text + ");");
}

}  // namespace random_programs
