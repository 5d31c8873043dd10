/// printf, which each dialect has. OpenCL C takes string literals only: formats, and what "%s" prints.
#include <llvm/Analysis/ValueTracking.h>

#include <optional>

#include "compiler/codegen/c_source/text/emission.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/printing/printf_format.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

// PoCL 3.1 prints a double as a float without it. It is no part of OpenCL C, and PoCL's compiler warns of it.
constexpr std::string_view length_of_double = R"(#if defined(POCL_DEVICE_ADDRESS_BITS)
#pragma clang diagnostic ignored "-Wformat"
#define LENGTH_OF_DOUBLE "l"
#else
#define LENGTH_OF_DOUBLE ""
#endif
)";

/// Octal for all that might mean something else in a literal.
std::string literal(llvm::StringRef text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= ' ' && byte < 127 && c != '"' && c != '\\' && c != '?') {
            out += c;
        } else {
            out += {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
                    static_cast<char>('0' + byte % 8)};
        }
    }
    return out + "\"";
}

std::optional<std::string> constant_string(const llvm::Value& v) {
    llvm::StringRef text;
    if (!llvm::getConstantStringInfo(&v, text)) return std::nullopt;
    return literal(text);
}

/// What is printed in place of an argument where a condition decides between two strings.
using choices = llvm::DenseMap<const llvm::Value*, const llvm::Value*>;

class print {
public:
    print(emission& e, const llvm::CallInst& call) : e_(e), call_(call) {
        llvm::StringRef format;
        if (!llvm::getConstantStringInfo(call.getArgOperand(0), format))
            refuse(&call, "printf without a constant format");
        parts_ = parts_of(format);
    }

    void run() { write(choices()); }

private:
    /// The first string that a condition chooses, in OpenCL C.
    const llvm::SelectInst* undecided(const choices& chosen) const {
        if (!e_.dialect.is_opencl) return nullptr;
        for (const llvm::Value* argument : llvm::drop_begin(call_.args())) {
            const auto* const select = llvm::dyn_cast<llvm::SelectInst>(decided(argument, chosen));
            if (select != nullptr && select->getType()->isPointerTy() && is_string(argument)) return select;
        }
        return nullptr;
    }

    static const llvm::Value* decided(const llvm::Value* argument, const choices& chosen) {
        for (auto found = chosen.find(argument); found != chosen.end(); found = chosen.find(argument))
            argument = found->second;
        return argument;
    }

    /// Whether "%s" prints the argument.
    bool is_string(const llvm::Value* argument) const {
        unsigned next = 0;
        for (const format_part& part : parts_) {
            next += part.arguments();
            if (part.conversion == 's' && call_.getArgOperand(next) == argument) return true;
        }
        return false;
    }

    void write(const choices& chosen) {
        const llvm::SelectInst* const select = undecided(chosen);
        if (select == nullptr) return write_call(chosen);
        choices first = chosen, second = chosen;
        first[select] = select->getTrueValue();
        second[select] = select->getFalseValue();
        e_.line("if (" + value(e_, select->getCondition()) + ") {");
        write(first);
        e_.line("} else {");
        write(second);
        e_.line("}");
    }

    void use_length_of_double() {
        if (e_.helpers.find(length_of_double) == std::string::npos) e_.helpers += length_of_double;
    }

    /// The part behind `before` arguments.
    bool prints_double(const format_part& part, unsigned before) const {
        return part.conversion != 0 && call_.getArgOperand(before + part.arguments())->getType()->isDoubleTy();
    }

    void write_call(const choices& chosen) {
        std::string format, plain, text;
        unsigned next = 0;
        for (const format_part& part : parts_) {
            plain += part.text;
            if (e_.dialect.is_opencl && prints_double(part, next)) {
                use_length_of_double();
                format += literal(llvm::StringRef(plain).drop_back()) + " LENGTH_OF_DOUBLE ";
                plain = plain.back();
            }
            if (part.conversion == 0) continue;
            const llvm::Value* const argument = decided(call_.getArgOperand(++next), chosen);
            text += ", " + (part.conversion == 's' ? string(*argument) : operand(*argument));
        }
        text = "printf(" + format + literal(plain) + text + ")";
        if (call_.use_empty()) {
            e_.line(text + ";");
        } else {
            assign(e_, call_, "(u32)" + text);
        }
    }

    std::string operand(const llvm::Value& argument) {
        const std::string text = value(e_, &argument);
        return argument.getType()->isPointerTy() && !e_.dialect.is_opencl ? "(const void*)" + text : text;
    }

    std::string string(const llvm::Value& argument) {
        if (const auto constant = constant_string(argument)) return *constant;
        if (e_.dialect.is_opencl)
            refuse(&call_,
                   "printf of a string that is not a literal, which OpenCL C cannot print: print its characters "
                   "with '%c'");
        return "(const char*)" + value(e_, &argument);
    }

    emission& e_;
    const llvm::CallInst& call_;
    llvm::SmallVector<format_part> parts_;
};

}  // namespace

bool emit_print(emission& e, const llvm::CallInst& call) {
    if (!calls(call, builtin::print)) return false;
    print(e, call).run();
    return true;
}

}  // namespace ndweave::compiler::c_source_detail
