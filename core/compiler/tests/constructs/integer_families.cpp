#include "construct.hpp"
#include "construct_writing.hpp"

namespace ndweave::compiler::testing {
namespace {

/// Divisors are neither 0 nor -1.
construct division(const std::string& operation, const std::string& type) {
    return {operation + "." + type,
            type,
            {type, type},
            "  %odd = or " + type + " %b, " + splat(type, "1") + "\n  %minus = icmp eq " + type + " %odd, " +
                splat(type, "-1") + "\n  %d = select " + vector_of(lanes_of(type), "i1") + " %minus, " + type + " " +
                splat(type, "3") + ", " + type + " %odd\n  %r = " + operation + " " + type + " %a, %d\n"};
}

construct shift(const std::string& operation, const std::string& type) {
    const std::string bits = std::to_string(bits_of(type));
    return {operation + "." + type,
            type,
            {type, type},
            "  %n = urem " + type + " %b, " + splat(type, bits) + "\n  %r = " + operation + " " + type + " %a, %n\n"};
}

void add_overflowing(construct_family& to, const std::string& operation, const std::string& type) {
    const std::string flag = vector_of(lanes_of(type), "i1"), pair = "{ " + type + ", " + flag + " }";
    const std::string call = "  %q = call " + pair + " @llvm." + operation + ".with.overflow." + mangled(type) + "(" +
                             type + " %a, " + type + " %b)\n";
    const std::string name = operation + ".with.overflow." + type;
    to.members.push_back({name, type, {type, type}, call + "  %r = extractvalue " + pair + " %q, 0\n"});
    to.members.push_back({name + ".flag", flag, {type, type}, call + "  %r = extractvalue " + pair + " %q, 1\n"});
}

void add_vector_members(construct_family& to, const std::string& type) {
    for (const char* operation : {"add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"})
        to.members.push_back(
            call_of(std::string("vector.reduce.") + operation, scalar_of(type), {type}, mangled(type)));
    const std::string lane = "  %k = urem i32 %b, " + std::to_string(lanes_of(type)) + "\n";
    to.members.push_back({"extractelement." + type,
                          scalar_of(type),
                          {type, "i32"},
                          lane + "  %r = extractelement " + type + " %a, i32 %k\n"});
    to.members.push_back({"insertelement." + type,
                          type,
                          {type, "i32", scalar_of(type)},
                          lane + "  %r = insertelement " + type + " %a, " + scalar_of(type) + " %c, i32 %k\n"});
}

construct_family integers_of(const std::string& type) {
    const std::string flag = vector_of(lanes_of(type), "i1"), name = mangled(type);
    const bool is_bool = bits_of(type) == 1;
    construct_family family{type, {}};
    const auto add = [&](const construct& member) { family.members.push_back(member); };
    for (const char* operation : {"add", "sub", "mul", "and", "or", "xor"})
        add({operation + ("." + type),
             type,
             {type, type},
             std::string("  %r = ") + operation + " " + type + " %a, %b\n"});
    for (const char* operation : {"sdiv", "udiv", "srem", "urem"}) {
        if (!is_bool) add(division(operation, type));
    }
    for (const char* operation : {"shl", "lshr", "ashr"}) {
        if (!is_bool) add(shift(operation, type));
    }
    for (const char* operation : {"sadd", "uadd", "ssub", "usub", "smul", "umul"})
        add_overflowing(family, operation, type);
    for (const char* operation : {"sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "smin", "smax", "umin", "umax"})
        add(call_of(operation, type, {type, type}, name));
    for (const char* operation : {"fshl", "fshr"}) add(call_of(operation, type, {type, type, type}, name));
    for (const char* operation : {"ctpop", "bitreverse"}) add(call_of(operation, type, {type}, name));
    for (const char* operation : {"ctlz", "cttz", "abs"}) add(call_of(operation, type, {type}, name, ", i1 false"));
    if (bits_of(type) % 16 == 0) add(call_of("bswap", type, {type}, name));
    for (const char* order : {"slt", "ult", "eq"})
        add({std::string("icmp.") + order + "." + type,
             flag,
             {type, type},
             std::string("  %r = icmp ") + order + " " + type + " %a, %b\n"});
    add({"select." + type,
         type,
         {flag, type, type},
         "  %r = select " + flag + " %a, " + type + " %b, " + type + " %c\n"});
    if (lanes_of(type) > 1) add_vector_members(family, type);
    return family;
}

}  // namespace

std::vector<construct_family> integer_families() {
    std::vector<construct_family> families;
    for (const char* type :
         {"i1", "i8", "i24", "i32", "i64", "i65", "i128", "i129", "i256", "<8 x i16>", "<3 x i33>", "<2 x i128>"}) {
        families.push_back(integers_of(type));
    }
    return families;
}

}  // namespace ndweave::compiler::testing
