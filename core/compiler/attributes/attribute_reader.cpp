#include "compiler/attributes/attribute_reader.hpp"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

#include <algorithm>
#include <memory>

namespace ndweave::attributes {

using namespace clang;

namespace {

bool is_scope(const Token& token) {
    if (token.isNot(tok::identifier)) return false;
    return llvm::StringSwitch<bool>(token.getIdentifierInfo()->getName())
        .Cases("sycl", "intel", "cl", true)
        .Default(false);
}

constexpr llvm::StringLiteral required_aspects = "required_aspects";

/// The function that a kernel's body has to call; empty: nothing is required.
llvm::StringRef required_by(llvm::StringRef attribute) {
    return llvm::StringSwitch<llvm::StringRef>(attribute)
        .Cases("reqd_sub_group_size", "intel_reqd_sub_group_size", "required_sub_group_size")
        .Case("reqd_work_group_size", "required_work_group_size")
        .Case("device_has", required_aspects)
        .Default("");
}

/// Hints, and what is about other devices: no kernel computes anything else without them.
bool is_hint(llvm::StringRef attribute) {
    return llvm::StringSwitch<bool>(attribute)
        .Cases("work_group_size_hint", "vec_type_hint", "kernel", "always_inline", true)
        .Cases("kernel_args_restrict", "num_simd_work_items", "no_global_work_offset", "max_global_work_dim", true)
        .Cases("max_work_group_size", "min_work_groups_per_cu", "max_work_groups_per_mp", true)
        .Cases("scheduler_target_fmax_mhz", "initiation_interval", "ivdep", "loop_coalesce", "max_concurrency", true)
        .Cases("max_interleaving", "speculated_iterations", "disable_loop_pipelining", "loop_count", true)
        .Default(false);
}

}  // namespace

void attribute_reader::see(const Token& token) {
    switch (state_) {
        case state::outside:
            return see_outside(token);
        case state::opened:
            state_ = token.is(tok::l_square) ? state::attribute : state::outside;
            if (state_ == state::outside) see_outside(token);
            return;
        case state::arguments:
            return see_argument(token);
        default:
            return see_attribute(token);
    }
}

void attribute_reader::see_outside(const Token& token) {
    if (token.is(tok::l_square) && depth_ == 0) {
        state_ = state::opened;
        return;
    }
    if (requirements_.empty() && !is_silent_) return;
    if (token.isOneOf(tok::l_paren, tok::r_paren)) {
        if (token.is(tok::l_paren)) {
            ++depth_;
        } else if (depth_ > 0) {
            --depth_;
        }
        return;
    }
    if (depth_ != 0) return;
    if (token.is(tok::l_brace)) enter_body(token.getLocation());
    if (token.isOneOf(tok::semi, tok::r_brace, tok::eof)) {
        refuse_declaration();
        restore(token.getLocation());
    }
}

void attribute_reader::see_attribute(const Token& token) {
    if (state_ == state::attribute && is_scope(token)) return begin_scope(token);
    if (state_ == state::scope && token.is(tok::coloncolon)) {
        state_ = state::colons;
    } else if (state_ == state::colons && token.is(tok::identifier)) {
        take_name(token);
    } else if (state_ == state::name && token.is(tok::l_paren)) {
        state_ = state::arguments;
        depth_ = 1;
    } else if (token.is(tok::comma)) {
        state_ = state::attribute;
    } else if (token.isOneOf(tok::r_square, tok::eof, tok::l_brace, tok::semi)) {
        state_ = state::outside;
    } else {
        state_ = state::rest;
    }
}

void attribute_reader::see_argument(const Token& token) {
    if (token.is(tok::l_paren)) ++depth_;
    if (token.is(tok::r_paren) && --depth_ == 0) {
        state_ = state::rest;
        return;
    }
    if (token.is(tok::eof)) state_ = state::outside;
    if (is_required_) requirements_.back().arguments.push_back(token);
}

void attribute_reader::begin_scope(const Token& token) {
    state_ = state::scope;
    if (is_wanted()) silence(token.getLocation());
}

void attribute_reader::take_name(const Token& token) {
    state_ = state::name;
    is_required_ = false;
    if (!is_silent_) return;
    const llvm::StringRef name = token.getIdentifierInfo()->getName();
    if (const llvm::StringRef function = required_by(name); !function.empty()) {
        requirements_.push_back({function, token.getLocation(), {}});
        is_required_ = true;
    } else if (!is_hint(name)) {
        DiagnosticsEngine& report = preprocessor_.getDiagnostics();
        report.Report(token.getLocation(),
                      report.getCustomDiagID(DiagnosticsEngine::Warning, "unknown attribute '%0' ignored"))
            << name;
    }
}

void attribute_reader::enter_body(SourceLocation at) {
    restore(at);
    llvm::SmallVector<Token> tokens;
    const auto add = [&](tok::TokenKind kind, llvm::StringRef name = {}) {
        Token token;
        token.startToken();
        token.setKind(kind);
        token.setLocation(at);
        if (!name.empty()) token.setIdentifierInfo(preprocessor_.getIdentifierInfo(name));
        tokens.push_back(token);
    };
    for (const requirement& one : requirements_) {
        for (const llvm::StringRef name : {llvm::StringRef("ndweave"), llvm::StringRef("detail"), one.function}) {
            add(tok::coloncolon);
            add(tok::identifier, name);
        }
        // In parentheses, for what compares with `>`; commas between arguments and the dots behind a pack are outside.
        add(tok::less);
        bool is_open = false;
        unsigned depth = 0;
        for (const auto& [n, argument] : llvm::enumerate(one.arguments)) {
            const bool is_last = n + 1 == one.arguments.size() || one.arguments[n + 1].is(tok::comma);
            const bool ends = depth == 0 && (argument.is(tok::comma) || (is_last && argument.is(tok::ellipsis)));
            if (is_open && ends) add(tok::r_paren);
            if (!is_open && !ends) add(tok::l_paren);
            is_open = !ends;
            if (argument.isOneOf(tok::l_paren, tok::l_brace)) ++depth;
            if (argument.isOneOf(tok::r_paren, tok::r_brace)) --depth;
            tokens.push_back(argument);
        }
        if (is_open) add(tok::r_paren);
        add(tok::greater);
        add(tok::l_paren);
        add(tok::r_paren);
        add(tok::semi);
    }
    requirements_.clear();
    if (tokens.empty()) return;
    auto owned = std::make_unique<Token[]>(tokens.size());
    std::copy(tokens.begin(), tokens.end(), owned.get());
    preprocessor_.EnterTokenStream(std::move(owned), static_cast<unsigned>(tokens.size()), true, false);
}

void attribute_reader::refuse_declaration() {
    DiagnosticsEngine& report = preprocessor_.getDiagnostics();
    const unsigned id = report.getCustomDiagID(
        DiagnosticsEngine::Error,
        "this attribute has no effect on a declaration without a body; put it on the kernel's definition");
    for (const requirement& one : requirements_) {
        // A SYCL_EXTERNAL function has it where it is declared, too; what it requires, its body says.
        if (one.function != required_aspects) report.Report(one.at, id);
    }
    requirements_.clear();
}

void attribute_reader::silence(SourceLocation at) {
    if (is_silent_) return;
    is_silent_ = true;
    DiagnosticsEngine& report = preprocessor_.getDiagnostics();
    report.pushMappings(at);
    report.setSeverity(diag::warn_unknown_attribute_ignored, diag::Severity::Ignored, at);
}

void attribute_reader::restore(SourceLocation at) {
    if (!is_silent_) return;
    is_silent_ = false;
    preprocessor_.getDiagnostics().popMappings(at);
}

/// The functions are declared: a program without the library's headers has attributes of others.
bool attribute_reader::is_wanted() { return preprocessor_.isMacroDefined("NDWEAVE_DETAIL_KERNEL_ATTRIBUTES"); }

}  // namespace ndweave::attributes
