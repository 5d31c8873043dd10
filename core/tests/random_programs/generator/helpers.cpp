#include "helpers.hpp"

#include <utility>

namespace random_programs {

template <class Write>
statements random_helpers::in_own_scope(std::optional<type> result, const Write& write) {
    auto variables = std::exchange(variables_, {});
    auto arrays = std::exchange(arrays_, {});
    auto functions = std::exchange(functions_, {});
    auto procedures = std::exchange(procedures_, {});
    auto structures = std::exchange(structures_, {});
    auto lambdas = std::exchange(lambdas_, {});
    const auto outer_result = std::exchange(result_, result);
    const bool alone = std::exchange(alone_, false);
    statements all = write();
    variables_ = std::move(variables);
    arrays_ = std::move(arrays);
    functions_ = std::move(functions);
    procedures_ = std::move(procedures);
    structures_ = std::move(structures);
    lambdas_ = std::move(lambdas);
    result_ = outer_result;
    alone_ = alone;
    return all;
}

std::string random_helpers::declare_local() {
    const type t = chance(75) ? any_integer() : type::f32;
    const std::string name = fresh("r");
    const std::string first = value(t, 1).text;
    variables_.push_back({name, t, range_of(t), false, true});
    return name_of(t, pick(2)) + " " + name + " = " + first + ";";
}

statement random_helpers::make_table() {
    const type t = any_integer();
    const std::string name = fresh("table");
    const std::size_t count = 3 + pick(14);
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += (i ? ", " : "") + std::to_string(pick(100));
    arrays_.push_back({name, t, {count}, {0, 99}, true});
    return begin("static constexpr " + name_of(t) + " " + name + "[] = {" + list + "};");
}

statement random_helpers::make_function() {
    function f{fresh("f"), chance(80) ? any_integer() : type::f32, {}};
    const bool generic = chance(40);
    const array table = any(arrays_);
    if (table.extents.size() == 1 && table.shared) f.table = table.name;
    std::string list = f.table.empty() ? "" : "const " + name_of(table.of) + "* t", types;
    statements inner = in_own_scope(f.result, [&] {
        if (!f.table.empty()) arrays_.push_back({"t", table.of, table.extents, table.range, true});
        for (unsigned p = 0, n = 1 + pick(3); p < n; ++p) {
            const type t = chance(75) ? any_integer() : type::f32;
            f.parameters.push_back(t);
            const std::string name = "a" + std::to_string(p), kind = "A" + std::to_string(p);
            list += (list.empty() ? "" : ", ") + (generic ? kind : name_of(t, pick(2))) + " " + name;
            types += (types.empty() ? "class " : ", class ") + kind;
            variables_.push_back({name, t, range_of(t), false, true});
        }
        statements all;
        all.push_back(begin(declare_local()));
        for (statement& s : body(4, {2, false, false})) all.push_back(std::move(s));
        all.push_back(begin("return " + value(f.result, 2).text + ";"));
        return all;
    });
    statement s = begin((generic ? "template <" + types + "> " : "") + "static inline " + name_of(f.result) + " " +
                        f.name + "(" + list + ") {");
    functions_.push_back(f);
    return s.with(std::move(inner)).line("}");
}

statement random_helpers::make_procedure() {
    procedure p{fresh("split"), {}, {}};
    std::string list;
    statements inner = in_own_scope({}, [&] {
        for (unsigned k = 0, n = 2 + pick(3); k < n; ++k) {
            const bool out = k > 0;
            const type t = any_integer();
            (out ? p.out : p.in).push_back(t);
            const std::string name = (out ? "o" : "a") + std::to_string(k);
            list += (k ? ", " : "") + name_of(t, pick(2)) + (out ? "& " : " ") + name;
            variables_.push_back({name, t, range_of(t), false, true});
        }
        return body(4, {2, false, false});
    });
    statement s = begin("static inline void " + p.callee + "(" + list + ") {");
    procedures_.push_back(p);
    return s.with(std::move(inner)).line("}");
}

void random_helpers::know_members(const std::string& of) {
    for (const member& m : kinds_.back().members)
        variables_.push_back({of + m.name, m.of, range_of(m.of), false, true});
}

statements random_helpers::make_structure() {
    structure s{fresh("record"), "total", "bump", {}, any_integer(), any_integer()};
    const type row = any_integer(), nested = chance(70) ? any_integer() : any_real();
    const std::string inner = fresh("inner");
    s.members = {{"a", any_integer()}, {"b[0]", row}, {"b[1]", row}, {"c.x", nested}, {"c.y", type::i32}};
    kinds_.push_back(s);
    std::string total;
    statements changes = in_own_scope({}, [&] {
        know_members("");
        total = value(s.result, 2).text;
        variables_.push_back({"x", s.argument, range_of(s.argument), false, true});
        return body(3, {1, false, false});
    });
    statements all;
    all.push_back(begin("struct " + inner + " {").line("    " + name_of(nested) + " x;").line("    int y;").line("};"));
    statement declared = begin("struct " + s.name + " {");
    declared.line("    " + name_of(s.members[0].of) + " a;")
        .line("    " + name_of(row) + " b[2];")
        .line("    " + inner + " c;");
    declared.line("    " + name_of(s.result) + " total() const { return " + total + "; }");
    declared.line("    void bump(" + name_of(s.argument) + " x) {").with(std::move(changes)).line("    }").line("};");
    all.push_back(std::move(declared));
    statement changed =
        begin("static inline " + s.name + " changed_" + s.name + "(" + s.name + " r, " + name_of(s.argument) + " x) {");
    changed.with(in_own_scope({}, [&] {
        know_members("r.");
        variables_.push_back({"x", s.argument, range_of(s.argument), false, true});
        return statements{assignment({1, false, false}), assignment({1, false, false})};
    }));
    all.push_back(changed.line("    return r;").line("}"));
    return all;
}

statement random_helpers::declare_structures() {
    const structure& kind = kinds_.back();
    structures group{{}, "changed_" + kind.name, kind.argument};
    statement s = begin("");
    for (unsigned k = 0; k < 2; ++k) {
        const std::string name = fresh("r");
        s.line(kind.name + " " + name + "{" + cast(kind.members[0].of, value(kind.members[0].of, 1).text) + "};");
        know_members(name + ".");
        functions_.push_back({name + "." + kind.total, kind.result, {}});
        procedures_.push_back({name + "." + kind.bump, {kind.argument}, {}});
        group.all.push_back(name);
    }
    if (chance(40)) {
        const std::string name = fresh("rows");
        s.line(kind.name + " " + name + "[4] = {};");
        arrays_.push_back({name, kind.members[0].of, {4}, range_of(kind.members[0].of), false, true, ".a"});
        arrays_.push_back({name, kind.members[3].of, {4}, range_of(kind.members[3].of), false, true, ".c.x"});
    }
    structures_.push_back(group);
    return s;
}

statement random_helpers::make_lambda() {
    function f{fresh("f"), any_integer(), {any_integer()}};
    const std::size_t outside = variables_.size();
    const auto outer_result = std::exchange(result_, f.result);
    const bool alone = std::exchange(alone_, false);
    variables_.push_back({"a", f.parameters[0], range_of(f.parameters[0]), false, true});
    statement s =
        begin("const auto " + f.name + " = [&](" + name_of(f.parameters[0]) + " a) -> " + name_of(f.result) + " {");
    s.with(body(3, {1, false, false})).line("    return " + value(f.result, 2).text + ";").line("};");
    variables_.resize(outside);
    result_ = outer_result;
    alone_ = alone;
    lambdas_.push_back(f);
    return s;
}

statement random_helpers::lambda_call(const place& here) {
    const variable* const v = assignable({here.depth, false, false});
    if (!v || lambdas_.empty()) return assignment(here);
    const function& f = any(lambdas_);
    const std::string argument = value(f.parameters[0], 1).text;
    if (is_real(v->of)) return begin(v->text + " = " + f.name + "(" + argument + ") % 32;");
    return begin(v->text + " = " + f.name + "(" + argument + ");");
}

}  // namespace random_programs
