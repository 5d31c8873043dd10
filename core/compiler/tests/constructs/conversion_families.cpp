#include "construct.hpp"
#include "construct_writing.hpp"

namespace ndweave::compiler::testing {
namespace {

construct cast(const std::string& operation, const std::string& from, const std::string& to) {
    return {operation + "." + from + "." + to, to, {from}, "  %r = " + operation + " " + from + " %a to " + to + "\n"};
}

/// Types that hold all of those before them, but for bfloat and half.
constexpr const char* floats[] = {"half", "bfloat", "float", "double", "x86_fp80"};

bool holds(std::size_t wide, std::size_t narrow) { return wide > narrow && !(wide == 1 && narrow == 0); }

construct_family between_floats(unsigned lanes) {
    construct_family family{"between floats, " + std::to_string(lanes) + " lanes", {}};
    for (std::size_t k = 0; k < std::size(floats); ++k) {
        for (std::size_t j = 0; j < std::size(floats); ++j) {
            const std::string a = vector_of(lanes, floats[k]), b = vector_of(lanes, floats[j]);
            if (lanes > 1 && (k == 4 || j == 4)) continue;  // memory has no vectors of those
            if (holds(k, j)) family.members.push_back(cast("fptrunc", a, b));
            if (holds(j, k)) family.members.push_back(cast("fpext", a, b));
        }
    }
    return family;
}

construct_family between_integers(unsigned lanes) {
    static constexpr const char* integers[] = {"i1", "i8", "i24", "i64", "i65", "i128", "i256"};
    construct_family family{"between integers, " + std::to_string(lanes) + " lanes", {}};
    for (std::size_t wide = 0; wide < std::size(integers); ++wide) {
        for (std::size_t narrow = 0; narrow < wide; ++narrow) {
            const std::string a = vector_of(lanes, integers[narrow]), b = vector_of(lanes, integers[wide]);
            for (const char* operation : {"sext", "zext"}) family.members.push_back(cast(operation, a, b));
            family.members.push_back(cast("trunc", b, a));
        }
    }
    return family;
}

construct_family float_and_integers(const std::string& real, const std::vector<const char*>& integers) {
    construct_family family{real + " and integers", {}};
    for (const char* integer : integers) {
        const std::string whole = vector_of(lanes_of(real), integer);
        for (const char* operation : {"sitofp", "uitofp"}) family.members.push_back(cast(operation, whole, real));
        for (const char* operation : {"fptosi", "fptoui"}) family.members.push_back(cast(operation, real, whole));
        for (const char* function : {"fptosi.sat", "fptoui.sat"})
            family.members.push_back(call_of(function, whole, {real}, mangled(whole) + "." + mangled(real)));
        if (bits_of(whole) != bits_of(real)) continue;
        family.members.push_back(cast("bitcast", whole, real));
        family.members.push_back(cast("bitcast", real, whole));
    }
    return family;
}

}  // namespace

std::vector<construct_family> conversion_families() {
    std::vector<construct_family> families;
    for (const unsigned lanes : {1u, 3u, 8u}) families.push_back(between_floats(lanes));
    for (const unsigned lanes : {1u, 3u}) families.push_back(between_integers(lanes));
    for (const char* real : floats)
        families.push_back(float_and_integers(real, {"i1", "i8", "i24", "i32", "i64", "i65", "i128", "i256"}));
    for (const char* real : {"<3 x half>", "<8 x bfloat>", "<4 x float>"})
        families.push_back(float_and_integers(real, {"i16", "i32", "i64", "i128"}));
    return families;
}

}  // namespace ndweave::compiler::testing
