#include "ptx_chain.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace ndweave::compiler::testing {

namespace {

constexpr unsigned first_register = 10, temporaries = 20;  // of a chain: %r10, %r11, …; %r30, %r31, …
constexpr unsigned max_steps = 9;
const std::set<std::string> common_names{"add", "and", "cvt", "mul", "neg", "shl", "shr", "sub"};

using kind_map = std::map<std::string, std::vector<const ptx_instruction*>>;

/// Those that read so wide a register, by kind: the many comparisons would hide the others.
const kind_map& kinds(unsigned from) {
    static const auto by_width = [] {
        std::map<unsigned, kind_map> made;
        for (const ptx_instruction& i : ptx_instructions()) {
            made[i.from][i.name.substr(0, i.name.find_first_of(". ")) + std::to_string(i.to)].push_back(&i);
        }
        return made;
    }();
    return by_width.at(from);
}

/// Those of them that most code is made of.
const kind_map& common_kinds(unsigned from) {
    static const auto by_width = [] {
        std::map<unsigned, kind_map> made;
        for (const unsigned width : {16u, 32u, 64u}) {
            for (const auto& [kind, instructions] : kinds(width)) {
                if (common_names.contains(kind.substr(0, kind.find_first_of("0123456789")))) {
                    made[width].emplace(kind, instructions);
                }
            }
        }
        return made;
    }();
    return by_width.at(from);
}

template <class Range>
const auto& one_of(const Range& range, std::mt19937_64& random) {
    return *std::next(range.begin(), static_cast<std::ptrdiff_t>(random() % range.size()));
}

/// "opcode operands;" as LLVM sets it; blocks and calls as they are.
std::string set_line(const std::string& statement) {
    const std::size_t space = statement.front() == '{' ? std::string::npos : statement.find(' ');
    if (space == std::string::npos) return "\t" + statement + "\n";
    return "\t" + statement.substr(0, space) + " \t" + statement.substr(space + 1) + "\n";
}

using register_names = std::map<char, std::string>;

std::string written(const std::string& text, const register_names& names) {
    std::string made, line;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i == text.size() || text[i] == '\n') {
            made += set_line(line);
            line.clear();
        } else if (text[i] == '$') {
            line += names.at(text[++i]);
        } else {
            line += text[i];
        }
    }
    return made;
}

std::string numbered(const std::string& prefix, std::size_t number) { return prefix + std::to_string(number); }

}  // namespace

ptx_chain::ptx_chain(const ptx_instruction& load, std::vector<step> steps, unsigned stored_bits)
    : load_(&load), steps_(std::move(steps)), stored_bits_(stored_bits) {}

ptx_chain ptx_chain::draw(std::mt19937_64& random) {
    return random() % 3 == 0 ? draw_common(random) : draw_any(random);
}

ptx_chain ptx_chain::draw_common(std::mt19937_64& random) {
    const ptx_instruction& load = full_load(random() % 2 ? 64 : 32);
    std::vector<step> steps;
    unsigned width = load.to;
    for (auto left = 2 + random() % (max_steps - 1); left != 0; --left) {
        const auto& kind = one_of(common_kinds(width), random).second;
        std::vector<const ptx_instruction*> of_registers;
        std::ranges::copy_if(kind, std::back_inserter(of_registers), &ptx_instruction::reads_second);
        const auto& from = of_registers.empty() || random() % 2 ? kind : of_registers;
        const ptx_instruction* const next = one_of(from, random);
        steps.push_back({next, static_cast<unsigned>(random() % 4)});
        width = next->to;
    }
    return {load, std::move(steps), width};
}

ptx_chain ptx_chain::draw_any(std::mt19937_64& random) {
    const ptx_instruction& load = one_of(ptx_loads(), random);
    std::vector<step> steps;
    std::array<const ptx_instruction*, 4> few{};  // what every second program is mostly made of
    if (random() % 2) {
        for (auto& one : few) one = one_of(one_of(kinds(load.to), random).second, random);
    }
    unsigned width = load.to;
    for (auto left = 1 + random() % (few[0] ? max_steps : 6); left != 0; --left) {
        const ptx_instruction* next = few[random() % few.size()];
        if (!next || next->from != width || random() % 4 == 0)
            next = one_of(one_of(kinds(width), random).second, random);
        const auto back = static_cast<unsigned>(random() % 4);
        steps.push_back({next, back == 3 ? 0 : back});
        width = next->to;
    }
    std::vector<unsigned> stored;
    for (unsigned bits = 8; bits <= width; bits *= 2) stored.push_back(bits);
    return {load, std::move(steps), one_of(stored, random)};
}

unsigned ptx_chain::width_before(std::size_t step) const {
    return step == 0 ? load_->to : steps_[step - 1].instruction->to;
}

bool ptx_chain::reads_earlier(std::size_t step) const {
    const unsigned back = steps_[step].back;
    return back != 0 && back <= step && width_before(step - back) == steps_[step].instruction->from;
}

std::string ptx_chain::name() const {
    std::string made = load_->name;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        made += " | " + steps_[i].instruction->name;
        if (steps_[i].instruction->reads_second() && reads_earlier(i))
            made += " of " + std::to_string(steps_[i].back) + " before";
    }
    return made + " | st.global.u" + std::to_string(stored_bits_);
}

std::string ptx_chain::body(unsigned) const {
    const auto result = [&](std::size_t before) {
        return numbered(register_class(width_before(before)), first_register + before);
    };
    std::string made = written(load_->text, {{'d', result(0)}});
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const std::string width = register_class(width_before(i));
        const std::size_t spare = first_register + temporaries + i;
        made +=
            written(steps_[i].instruction->text, {{'d', result(i + 1)},
                                                  {'s', result(i)},
                                                  {'o', reads_earlier(i) ? result(i - steps_[i].back) : width + "4"},
                                                  {'p', numbered("%p", spare)},
                                                  {'f', numbered("%f", spare)},
                                                  {'g', numbered("%f", i)},
                                                  {'F', numbered("%fd", spare)},
                                                  {'G', numbered("%fd", i)},
                                                  {'t', numbered("%r", spare + temporaries)},
                                                  {'w', numbered(width, spare)},
                                                  {'n', "%r99"}});
    }
    return made + set_line("st.global.u" + std::to_string(stored_bits_) + " [%rd7], " + result(steps_.size()) + ";");
}

std::optional<ptx_numbers> ptx_chain::evaluate(const ptx_numbers& in) const {
    std::vector<std::uint64_t> values{without_sign(load_->evaluate(in.first, 0), load_->to)};
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const ptx_instruction& one = *steps_[i].instruction;
        const std::uint64_t other = reads_earlier(i) ? values[i - steps_[i].back] : without_sign(in.second, one.from);
        values.push_back(without_sign(one.evaluate(values.back(), other), one.to));
    }
    return ptx_numbers{without_sign(values.back(), stored_bits_), 0};
}

std::vector<ptx_program::pointer> ptx_chain::simpler() const {
    std::vector<pointer> made;
    const auto add = [&](const ptx_instruction& load, std::vector<step> steps, unsigned stored) {
        made.push_back(std::make_shared<ptx_chain>(load, std::move(steps), stored));
    };
    const auto at = [&](std::size_t i) { return steps_.begin() + static_cast<std::ptrdiff_t>(i); };
    for (std::size_t i = steps_.size(); i != 0; --i) {  // without the first ones
        add(full_load(width_before(i)), {at(i), steps_.end()}, stored_bits_);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) add(*load_, {steps_.begin(), at(i)}, width_before(i));
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (width_before(i) != steps_[i].instruction->to) continue;
        std::vector<step> rest = steps_;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        add(*load_, std::move(rest), stored_bits_);
    }
    const unsigned last = width_before(steps_.size());
    if (load_ != &full_load(load_->to)) add(full_load(load_->to), steps_, stored_bits_);
    if (stored_bits_ != last) add(*load_, steps_, last);
    return made;
}

}  // namespace ndweave::compiler::testing
