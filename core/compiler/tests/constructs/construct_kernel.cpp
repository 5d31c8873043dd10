#include "construct_kernel.hpp"

#include <set>
#include <sstream>

namespace ndweave::compiler::testing {
namespace {

constexpr unsigned first_line = 101;

constexpr const char* debug_information = R"(
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "construct.cpp", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
)";

/// With a place behind each instruction.
std::string located(const std::string& body, const std::string& place) {
    std::istringstream in(body);
    std::string line, text;
    while (std::getline(in, line)) text += line + (line.starts_with("  ") ? ", !dbg !" + place : "") + "\n";
    return text;
}

std::string memory_type(const std::string& type) {
    return is_integer(type) ? vector_of(lanes_of(type), "i" + std::to_string(stored_bits(type))) : type;
}

std::string aligned(const std::string& type) { return ", align " + std::to_string(stored_bits(type) / 8) + "\n"; }

/// Makes `name` of what lies at `name`.at.
std::string load(const std::string& type, const std::string& name) {
    const std::string stored = memory_type(type), from = ", ptr " + name + ".at" + aligned(type);
    if (stored == type) return "  " + name + " = load " + type + from;
    return "  " + name + ".stored = load " + stored + from + "  " + name + " = trunc " + stored + " " + name +
           ".stored to " + type + "\n";
}

std::string store(const std::string& type, const std::string& name) {
    const std::string stored = memory_type(type), to = ", ptr " + name + ".at" + aligned(type);
    if (stored == type) return "  store " + type + " " + name + to;
    return "  " + name + ".stored = zext " + type + " " + name + " to " + stored + "\n  store " + stored + " " + name +
           ".stored" + to;
}

/// Makes `name`.at, the address of the work-item's element behind the functor's pointer.
std::string address(const std::string& type, const std::string& name, std::size_t pointer) {
    return "  " + name + ".place = getelementptr ptr, ptr %f, i64 " + std::to_string(pointer) + "\n  " + name +
           ".base = load ptr, ptr " + name + ".place\n  " + name + ".offset = mul i64 %i, " +
           std::to_string(bytes_of(type)) + "\n  " + name + ".at = getelementptr i8, ptr " + name + ".base, i64 " +
           name + ".offset\n";
}

struct member_text {
    std::string function, call;
};

member_text text_of(const construct& c, std::size_t k) {
    const std::string id = std::to_string(k), place = std::to_string(10 + 2 * k);
    const std::string program = std::to_string(11 + 2 * k);
    member_text text;
    std::string parameters, arguments;
    for (std::size_t n = 0; n < c.parameters.size(); ++n) {
        const std::string type = c.parameters[n], letter(1, static_cast<char>('a' + n)), own = "%x" + id + letter;
        text.call += address(type, own, k * pointers_of_construct + n) + load(type, own);
        parameters += (n > 0 ? ", " : "") + type + " %" + letter;
        arguments += (n > 0 ? ", " : "") + type + " " + own;
    }
    if (c.in_memory) {
        parameters += ", ptr %p";
        arguments += ", ptr %x" + id + "a.at";
    }
    const std::string result = "%x" + id + "r";
    text.call += "  " + result + " = call " + c.result + " @op" + id + "(" + arguments + ")\n" +
                 address(c.result, result, k * pointers_of_construct + pointers_of_construct - 1) +
                 store(c.result, result);
    text.function = "define internal " + c.result + " @op" + id + "(" + parameters + ") !dbg !" + program +
                    " {\nentry:\n" + located(c.body + "  ret " + c.result + " %r\n", place) + "}\n!" + place +
                    " = !DILocation(line: " + std::to_string(first_line + k) + ", scope: !" + program + ")\n!" +
                    program + " = distinct !DISubprogram(name: \"op" + id +
                    "\", scope: !1, file: !1, line: 100, type: !3, unit: !0, spFlags: DISPFlagDefinition)\n";
    return text;
}

}  // namespace

std::string kernel_of(std::span<const construct> members) {
    std::set<std::string> declarations;
    std::string functions, calls;
    for (std::size_t k = 0; k < members.size(); ++k) {
        const member_text text = text_of(members[k], k);
        declarations.insert(members[k].declarations);
        functions += text.function;
        calls += text.call;
    }
    std::string all;
    for (const std::string& declaration : declarations) all += declaration;
    return all + functions + "define void @kernel(ptr %f) !dbg !4 {\n" +
           located("  %i = call i64 @__ndweave_global_id(i32 0)\n" + calls + "  ret void\n", "5") + "}\n" +
           debug_information;
}

}  // namespace ndweave::compiler::testing
