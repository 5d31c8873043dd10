#include "compiler/target/ptx/define_registers.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>

namespace ndweave::compiler::ptx {

using namespace llvm;

namespace {

/// Registers of one type: "%rs", 5 stands for %rs1 to %rs4.
struct bank {
    StringRef type, prefix;
    unsigned end;
};

/// ".reg .b16 %rs<5>;"
std::optional<bank> as_bank(StringRef line) {
    line = line.trim();
    if (!line.consume_front(".reg")) return std::nullopt;
    const auto [type, names] = line.trim().split('%');
    const auto [prefix, count] = names.split('<');
    bank found{type.trim(), prefix, 0};
    if (count.take_until([](char c) { return c == '>'; }).getAsInteger(10, found.end)) return std::nullopt;
    return found;
}

bool writes_no_register(StringRef statement) {
    static constexpr StringLiteral without[] = {"st.",    "red.",  "bar",      "barrier", "bra",
                                                "brx",    "call",  "ret",      "exit",    "trap",
                                                "membar", "fence", "prefetch", "pmevent", "nanosleep"};
    return any_of(without, [&](StringRef opcode) { return statement.starts_with(opcode); });
}

/// The first operand, which may be a list in braces; empty where there is none.
StringRef destination(StringRef statement) {
    statement = statement.ltrim("{ \t");
    if (statement.starts_with("@"))
        statement = statement.drop_until([](char c) { return c == ' ' || c == '\t'; }).ltrim();
    if (writes_no_register(statement)) return "";
    StringRef operands = statement.drop_until([](char c) { return c == ' ' || c == '\t'; }).ltrim();
    if (operands.consume_front("{")) return operands.take_until([](char c) { return c == '}'; });
    return operands.take_until([](char c) { return c == ','; });
}

template <class Use>
void for_each_register(StringRef text, const Use& use) {
    for (std::size_t at = text.find('%'); at != StringRef::npos; at = text.find('%', at + 1)) {
        use(text.substr(at).take_while([](char c) { return isAlnum(c) || c == '%' || c == '_' || c == '.'; }));
    }
}

std::string definition(const bank& of, StringRef name) {
    if (of.type == ".pred") return ("\tmov.pred \t" + name + ", 0;\n").str();
    if (of.type == ".f32") return ("\tmov.f32 \t" + name + ", 0f00000000;\n").str();
    if (of.type == ".f64") return ("\tmov.f64 \t" + name + ", 0d0000000000000000;\n").str();
    return ("\tmov" + of.type + " \t" + name + ", 0;\n").str();
}

/// Definitions of what the lines of one function read and never write.
std::string missing(ArrayRef<StringRef> lines) {
    StringSet<> written, named;
    SmallVector<bank> banks;
    for (StringRef line : lines) {
        if (const auto declared = as_bank(line)) {
            banks.push_back(*declared);
            continue;
        }
        for_each_register(line, [&](StringRef name) { named.insert(name); });
        SmallVector<StringRef, 4> statements;
        line.split(statements, ';');
        for (StringRef each : statements)
            for_each_register(destination(each), [&](StringRef name) { written.insert(name); });
    }
    std::string made;
    for (const bank& each : banks) {
        for (unsigned i = 1; i < each.end; ++i) {
            const std::string name = ("%" + each.prefix + Twine(i)).str();
            if (named.contains(name) && !written.contains(name)) made += definition(each, name);
        }
    }
    return made;
}

bool is_declaration(StringRef line) {
    line = line.trim();
    return line.empty() || line.starts_with("//") || line.starts_with(".reg") || line.starts_with(".local");
}

}  // namespace

std::string define_registers(StringRef text) {
    SmallVector<StringRef> lines;
    text.split(lines, '\n');
    std::string made;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        made += lines[i];
        if (i + 1 < lines.size()) made += '\n';
        if (lines[i] != "{") continue;
        const ArrayRef<StringRef> from = ArrayRef(lines).drop_front(i + 1);
        const ArrayRef<StringRef> body = from.take_until([](StringRef line) { return line == "}"; });
        for (const StringRef line : body.take_while(is_declaration)) {
            made += line;
            made += '\n';
            ++i;
        }
        made += missing(body);
    }
    return made;
}

}  // namespace ndweave::compiler::ptx
