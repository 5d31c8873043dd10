#include "construct.hpp"
#include "construct_writing.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr double compared = 0, not_compared = -1;
/// What a function of one argument may be off by, and a power.
constexpr double of_functions = 4, of_powers = 8;

class float_family {
public:
    explicit float_family(const std::string& type)
        : type_(type), name_(mangled(type)), flag_(vector_of(lanes_of(type), "i1")), made_{type, {}} {}

    construct_family make() {
        add_arithmetic();
        add_mathematics();
        add_exponents();
        add_whole_numbers();
        add_strict();
        if (lanes_of(type_) > 1) add_reductions();
        return std::move(made_);
    }

private:
    void add(const construct& member) { made_.members.push_back(member); }

    void add_arithmetic() {
        for (const char* operation : {"fadd", "fsub", "fmul", "fdiv", "frem"})
            add({operation + ("." + type_),
                 type_,
                 {type_, type_},
                 std::string("  %r = ") + operation + " " + type_ + " %a, %b\n"});
        add({"fneg." + type_, type_, {type_}, "  %r = fneg " + type_ + " %a\n"});
        for (const char* order : {"olt", "ueq", "une", "uno", "ord", "ole"})
            add({std::string("fcmp.") + order + "." + type_,
                 flag_,
                 {type_, type_},
                 std::string("  %r = fcmp ") + order + " " + type_ + " %a, %b\n"});
        add({"select." + type_,
             type_,
             {flag_, type_, type_},
             "  %r = select " + flag_ + " %a, " + type_ + " %b, " + type_ + " %c\n"});
        add({"kept over a block." + type_,
             type_,
             {type_, type_, "i1"},
             "  br i1 %c, label %other, label %end\nother:\n  %s = fsub " + type_ +
                 " %a, %b\n  br label %end\nend:\n  %p = phi " + type_ +
                 " [ %a, %entry ], [ %s, %other ]\n  %r = fadd " + type_ + " %p, %b\n"});
        add(call_of("fma", type_, {type_, type_, type_}, name_));
        add(call_of("fmuladd", type_, {type_, type_, type_}, name_, {}, not_compared));
    }

    void add_mathematics() {
        for (const char* function :
             {"sqrt", "fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven", "canonicalize"})
            add(call_of(function, type_, {type_}, name_));
        for (const char* function : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2",
                                     "exp10", "log", "log2", "log10"})
            add(call_of(function, type_, {type_}, name_, {}, of_functions));
        for (const char* function : {"minnum", "maxnum", "copysign"})
            add(call_of(function, type_, {type_, type_}, name_));
        for (const char* function : {"minimum", "maximum"}) add(call_of(function, type_, {type_, type_}, name_));
        add(call_of("pow", type_, {type_, type_}, name_, {}, of_powers));
        add(call_of("is.fpclass", flag_, {type_}, name_, ", i32 243"));
        if (lanes_of(type_) > 1) return;
        add({"sin and cos." + type_,
             type_,
             {type_},
             "  %s = call " + type_ + " @llvm.sin." + name_ + "(" + type_ + " %a)\n  %c = call " + type_ +
                 " @llvm.cos." + name_ + "(" + type_ + " %a)\n  %r = fadd " + type_ + " %s, %c\n",
             {},
             not_compared});
    }

    /// An exponent beyond int is compared with what the folding of constants takes for it.
    void add_exponents() {
        const unsigned lanes = lanes_of(type_);
        for (const char* integer : {"i16", "i32", "i64"}) {
            const std::string exponent = vector_of(lanes, integer), pair = "{ " + type_ + ", " + exponent + " }";
            const bool is_int = std::string(integer) != "i64";
            add(call_of("ldexp", type_, {type_, exponent}, name_ + "." + mangled(exponent), {},
                        is_int ? compared : not_compared));
            const std::string call =
                "  %q = call " + pair + " @llvm.frexp." + name_ + "." + mangled(exponent) + "(" + type_ + " %a)\n";
            const std::string name = "frexp." + exponent + "." + type_;
            add({name, type_, {type_}, call + "  %r = extractvalue " + pair + " %q, 0\n"});
            // The exponents of zeros, infinities and NaN are anybody's.
            add({name + ".exponent",
                 exponent,
                 {type_},
                 call + "  %r = extractvalue " + pair + " %q, 1\n",
                 {},
                 not_compared});
        }
        for (const char* integer : {"i16", "i32"})
            add(call_of("powi", type_, {type_, integer}, name_ + "." + integer, {}, not_compared));
    }

    /// What does not fit is undefined: no constants are folded.
    void add_whole_numbers() {
        const auto add_to = [&](const char* function, const char* integer) {
            const std::string whole = vector_of(lanes_of(type_), integer);
            add(call_of(function, whole, {type_}, mangled(whole) + "." + name_, {}, not_compared));
        };
        for (const char* integer : {"i16", "i32", "i64"}) add_to("lrint", integer);
        for (const char* integer : {"i64", "i128"}) add_to("llrint", integer);
        if (lanes_of(type_) > 1) return;
        for (const char* integer : {"i32", "i64"}) add_to("lround", integer);
        for (const char* integer : {"i64", "i128"}) add_to("llround", integer);
    }

    /// As -ffp-model=strict has it.
    void add_strict() {
        struct operation {
            const char* name;
            unsigned operands;
            bool rounds;
        };
        static constexpr operation operations[] = {{"fadd", 2, true}, {"fmul", 2, true},   {"frem", 2, true},
                                                   {"sqrt", 1, true}, {"fma", 3, true},    {"sin", 1, true},
                                                   {"rint", 1, true}, {"floor", 1, false}, {"maxnum", 2, false}};
        for (const operation& o : operations) {
            construct member = call_of("experimental.constrained." + std::string(o.name), type_,
                                       std::vector<std::string>(o.operands, type_), name_,
                                       o.rounds ? ", metadata !\"round.dynamic\", metadata !\"fpexcept.strict\""
                                                : ", metadata !\"fpexcept.strict\"",
                                       not_compared);
            member.body.insert(member.body.size() - 1, " strictfp");
            add(member);
        }
    }

    void add_reductions() {
        const std::string scalar = scalar_of(type_), of = "(" + scalar + " %a, " + type_ + " %b)\n";
        for (const char* function : {"fmin", "fmax", "fminimum", "fmaximum"})
            add(call_of(std::string("vector.reduce.") + function, scalar, {type_}, name_, {}, not_compared));
        for (const char* function : {"fadd", "fmul"}) {
            for (const char* flag : {"", "reassoc "})
                add({std::string("vector.reduce.") + flag + function + "." + type_,
                     scalar,
                     {scalar, type_},
                     std::string("  %r = call ") + flag + scalar + " @llvm.vector.reduce." + function + "." + name_ +
                         of,
                     {},
                     not_compared});
        }
        const std::string lane = "  %k = urem i32 %b, " + std::to_string(lanes_of(type_)) + "\n";
        add({"extractelement." + type_,
             scalar,
             {type_, "i32"},
             lane + "  %r = extractelement " + type_ + " %a, i32 %k\n"});
        add({"insertelement." + type_,
             type_,
             {type_, "i32", scalar},
             lane + "  %r = insertelement " + type_ + " %a, " + scalar + " %c, i32 %k\n"});
    }

    const std::string type_, name_, flag_;
    construct_family made_;
};

}  // namespace

std::vector<construct_family> float_families() {
    std::vector<construct_family> families;
    for (const char* type :
         {"half", "bfloat", "float", "double", "x86_fp80", "<3 x half>", "<8 x bfloat>", "<3 x double>"}) {
        families.push_back(float_family(type).make());
    }
    return families;
}

}  // namespace ndweave::compiler::testing
