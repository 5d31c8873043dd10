#include "construct.hpp"

namespace ndweave::compiler::testing {
namespace {

construct on_cell(const std::string& name, const std::string& type, const std::string& body) {
    return {name + "." + type, type, {type, type}, body, {}, -1, true};
}

std::vector<std::string> updates_of(const std::string& type) {
    if (!is_integer(type)) return {"xchg", "fadd", "fsub", "fmax", "fmin"};
    return {"xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "uinc_wrap", "udec_wrap"};
}

construct_family atomics_of(const std::string& type, const std::string& alignment) {
    construct_family family{"atomics of " + type, {}};
    const auto add = [&](const std::string& name, const std::string& body) {
        family.members.push_back(on_cell(name, type, body));
    };
    const std::string aligned = ", align " + alignment + "\n", load = "load atomic " + type + ", ptr %p ";
    for (const std::string order : {"unordered", "monotonic", "acquire", "seq_cst"})
        add("load." + order, "  %r = " + load + order + aligned);
    for (const std::string order : {"unordered", "monotonic", "release", "seq_cst"})
        add("store." + order,
            "  store atomic " + type + " %b, ptr %p " + order + aligned + "  %r = " + load + "monotonic" + aligned);
    for (const std::string order : {"monotonic", "acq_rel", "seq_cst"}) {
        if (order == "acq_rel" && !is_integer(type)) continue;
        for (const std::string& update : updates_of(type)) {
            const std::string text = "atomicrmw " + update + " ptr %p, " + type + " %b " + order + aligned;
            add(update + "." + order, "  %r = " + text);
            if (order == "monotonic")
                add(update + ".unused", "  %old = " + text + "  %r = load " + type + ", ptr %p\n");
        }
        if (!is_integer(type)) continue;
        add("cmpxchg." + order, "  %q = cmpxchg ptr %p, " + type + " %a, " + type + " %b " + order + " monotonic" +
                                    aligned + "  %r = extractvalue { " + type + ", i1 } %q, 0\n");
    }
    return family;
}

construct_family fences() {
    construct_family family{"fences", {}};
    for (const std::string scope : {"", "syncscope(\"singlethread\") "}) {
        for (const std::string order : {"acquire", "release", "acq_rel", "seq_cst"})
            family.members.push_back(
                on_cell("fence " + scope + order, "i32", "  fence " + scope + order + "\n  %r = load i32, ptr %p\n"));
    }
    return family;
}

}  // namespace

std::vector<construct_family> atomic_families() {
    return {atomics_of("i8", "1"),    atomics_of("i16", "2"),
            atomics_of("i32", "4"),   atomics_of("i64", "8"),
            atomics_of("half", "2"),  atomics_of("bfloat", "2"),
            atomics_of("float", "4"), atomics_of("double", "8"),
            atomics_of("i128", "16"), fences()};
}

}  // namespace ndweave::compiler::testing
