/// SYCL's kernel attributes (SYCL 2020, 5.8.1) in clang's stream of tokens.
///
///     [=](nd_item<1> it) [[sycl::reqd_sub_group_size(N)]] { … }
/// becomes
///     [=](nd_item<1> it) [[sycl::reqd_sub_group_size(N)]] { ::ndweave::detail::required_sub_group_size<(N)>(); … }
///
/// Tokens and not declarations: behind the parameters the attribute belongs to the function's type, in which clang
/// keeps no attribute that it does not know, and N may depend on template parameters.
#pragma once

#include <clang/Basic/SourceLocation.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/Token.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

namespace ndweave::attributes {

class attribute_reader {
public:
    explicit attribute_reader(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

    /// Is given every token that the parser gets, in order.
    void see(const clang::Token&);

private:
    enum class state {
        outside,    // of attributes of ours; behind one, on the way to the function's body
        opened,     // behind `[`
        attribute,  // behind `[[` or a comma
        scope,      // behind `sycl`, `intel` or `cl`
        colons,     // and `::`
        name,       // and a name: arguments may follow
        arguments,  // within its parentheses
        rest,       // behind one attribute
    };

    /// What the function's body is to begin with.
    struct requirement {
        llvm::StringRef function;  // of ndweave::detail
        clang::SourceLocation at;
        llvm::SmallVector<clang::Token, 8> arguments;
    };

    void see_outside(const clang::Token&);
    void see_attribute(const clang::Token&);
    void see_argument(const clang::Token&);
    void begin_scope(const clang::Token&);
    void take_name(const clang::Token&);
    void end_attributes();
    void enter_body(clang::SourceLocation at);
    void refuse_declaration();
    void silence(clang::SourceLocation);
    void restore(clang::SourceLocation);
    bool is_wanted();

    clang::Preprocessor& preprocessor_;
    state state_ = state::outside;
    unsigned depth_ = 0;        // of parentheses, within arguments or behind the attribute
    bool is_required_ = false;  // the attribute at hand asks for something
    bool is_silent_ = false;    // clang's warnings of unknown attributes are off
    llvm::SmallVector<requirement, 2> requirements_;
};

}  // namespace ndweave::attributes
