#include "construct_writing.hpp"

namespace ndweave::compiler::testing {
namespace {

/// "type %a, type %b"
std::string named(const std::vector<std::string>& types) {
    std::string text;
    for (std::size_t k = 0; k < types.size(); ++k)
        text += (k > 0 ? ", " : "") + types[k] + " %" + static_cast<char>('a' + k);
    return text;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ".") + part;
    return text;
}

}  // namespace

std::string splat(const std::string& type, const std::string& number) {
    if (lanes_of(type) == 1) return number;
    std::string text;
    for (unsigned k = 0; k < lanes_of(type); ++k) text += (k > 0 ? ", " : "") + scalar_of(type) + " " + number;
    return "<" + text + ">";
}

construct call_of(const std::string& name, const std::string& result, const std::vector<std::string>& parameters,
                  const std::string& overload, const std::string& more, double tolerance) {
    return {name + "." + overload,
            result,
            parameters,
            "  %r = call " + result + " @llvm." + name + "." + overload + "(" + named(parameters) + more + ")\n",
            {},
            tolerance};
}

construct function_call(const std::string& name, const std::string& result,
                        const std::vector<std::string>& parameters) {
    std::string types;
    for (const std::string& type : parameters) types += (types.empty() ? "" : ", ") + type;
    return {name + "." + joined(parameters),
            result,
            parameters,
            "  %r = call " + result + " @" + name + "(" + named(parameters) + ")\n",
            "declare " + result + " @" + name + "(" + types + ")\n",
            -1};
}

}  // namespace ndweave::compiler::testing
