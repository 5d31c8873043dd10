#include "kernel.hpp"

namespace random_programs {

/// As a lattice of velocities has them: with many arrays, pairs of which a compiler would have to tell apart.
statements random_kernel::streams() {
    statements all = declare_variables();
    const type t = chance(50) ? type::f32 : type::u32;
    const std::string name = name_of(t), before = is_real(t) ? "reals" : "noise";
    const unsigned count = 3 + pick(8);
    const std::string items = std::to_string(items_);
    all.push_back(begin("const unsigned right = (unsigned(g) + 1) % " + items + "u, left = (unsigned(g) + " +
                        std::to_string(items_ - 1) + ") % " + items + "u;"));
    std::string sum;
    statement stores = begin("");
    for (unsigned k = 0; k < count; ++k) {
        const std::string from = "from" + std::to_string(k), to = "to" + std::to_string(k),
                          here = "s" + std::to_string(k);
        add_buffer(from, items_, t, before, true);
        add_buffer(to, items_, t, before, false);
        static constexpr const char* places[] = {"g", "left", "right"};
        all.push_back(begin("const " + name + " " + here + " = " + from + "[" + places[pick(3)] + "];"));
        sum += (k ? " + " : "") + here;
        stores.line(to + "[g] = " + here + ";");
    }
    add_buffer("mass", items_, t, before, false);
    all.push_back(begin("if (" + condition(1) + ") mass[g] = 0; else mass[g] = " + sum + ";"));
    all.push_back(std::move(stores));
    return all;
}

}  // namespace random_programs
