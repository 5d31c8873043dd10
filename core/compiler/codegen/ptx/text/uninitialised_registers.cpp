#include "compiler/codegen/ptx/text/uninitialised_registers.hpp"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>

#include <optional>
#include <vector>

#include "compiler/codegen/ptx/text/statement.hpp"

namespace ndweave::compiler::ptx {

using namespace llvm;

namespace {

/// ".reg .b32 %r<137>;"
struct declared_registers {
    StringRef prefix, type;
    unsigned first, count;  // numbers among all registers of the function

    std::string zero(unsigned number) const {
        const StringRef value = type == ".f32" ? "0f00000000" : type == ".f64" ? "0d0000000000000000" : "0";
        return ("\tmov" + type + " \t" + prefix + Twine(number - first) + ", " + value + ";").str();
    }
};

class registers {
public:
    void declare(StringRef line) {
        if (!line.consume_front(".reg")) return;
        const auto [type, names] = line.trim().split('\t');
        const auto [prefix, count] = names.trim().split('<');
        unsigned many = 0;
        if (count.split('>').first.getAsInteger(10, many)) return;  // one register with a name, as %SP
        all_.push_back({prefix, type.trim(), total_, many});
        total_ += many;
    }

    unsigned count() const { return total_; }

    /// Calls `found` for each register in the text.
    void find(StringRef text, function_ref<void(unsigned)> found) const {
        for (std::size_t at = text.find('%'); at != StringRef::npos; at = text.find('%', at + 1)) {
            const StringRef name =
                text.substr(at).take_while([](char c) { return isAlnum(c) || c == '%' || c == '_'; });
            const StringRef prefix = name.rtrim("0123456789");
            const auto* const group = find_if(all_, [&](const auto& g) { return g.prefix == prefix; });
            unsigned number = 0;
            if (group == all_.end() || name.drop_front(prefix.size()).getAsInteger(10, number)) continue;
            if (number < group->count) found(group->first + number);
        }
    }

    std::string zero(unsigned number) const {
        return find_if(all_, [&](const auto& g) { return number < g.first + g.count; })->zero(number);
    }

private:
    SmallVector<declared_registers> all_;
    unsigned total_ = 0;
};

struct block {
    BitVector read_first, written, live;
    SmallVector<StringRef, 2> targets;
    bool anywhere = false, goes_on = true;
};

/// Nothing where the first operand is no result.
StringRef result_of(const statement& s) {
    static constexpr StringRef without[] = {"st", "bra", "brx", "call", "bar", "barrier", "red", "prefetch", "cp"};
    const bool none =
        s.operands.empty() || s.operands[0].contains('[') || is_contained(without, s.opcode.split('.').first);
    return none ? StringRef() : s.operands[0];
}

class body {
public:
    void read(StringRef line) {
        line = line.split("//").first.trim();
        if (blocks_.empty()) registers_.declare(line);
        if (line.starts_with(".")) return;
        if (line.ends_with(":")) return begin(line.drop_back());
        SmallVector<StringRef, 4> statements;
        line.ltrim('{').split(statements, ';');
        for (StringRef each : statements) {
            each = each.trim();
            if (!each.empty() && each != "}") read_statement(each);
        }
    }

    /// The registers that may be read before they are written.
    BitVector open() {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t b = blocks_.size(); b-- != 0;) {
                BitVector live = live_behind(b);
                live.reset(blocks_[b].written);
                live |= blocks_[b].read_first;
                if (live == blocks_[b].live) continue;
                blocks_[b].live = std::move(live);
                changed = true;
            }
        }
        return blocks_.empty() ? BitVector() : blocks_.front().live;
    }

    std::string zero(unsigned number) const { return registers_.zero(number); }

private:
    void read_statement(StringRef text) {
        if (blocks_.empty() || ended_) begin("");
        block& now = blocks_.back();
        const StringRef condition = text.starts_with("@") ? text.take_until(isSpace) : "";
        const statement s(text.drop_front(condition.size()));
        const StringRef result = result_of(s);
        uses(now, condition);
        uses(now, s.opcode);  // the address of a call
        for (StringRef operand : s.operands) {
            if (operand.data() != result.data()) uses(now, operand);
        }
        registers_.find(result, [&](unsigned r) {
            if (condition.empty()) now.written.set(r);
        });
        follow(now, s, condition.empty());
    }

    void begin(StringRef label) {
        if (!label.empty()) labels_[label] = blocks_.size();
        const BitVector none(registers_.count());
        blocks_.push_back({none, none, none, {}, false, true});
        ended_ = false;
    }

    void uses(block& now, StringRef text) const {
        registers_.find(text, [&](unsigned r) {
            if (!now.written.test(r)) now.read_first.set(r);
        });
    }

    void follow(block& now, const statement& s, bool always) {
        if (s.opcode == "bra" || s.opcode == "bra.uni") now.targets.push_back(s.operands[0]);
        if (s.opcode.starts_with("brx")) now.anywhere = true;
        const bool leaves = s.opcode.starts_with("bra") || s.opcode.starts_with("brx") || s.opcode == "ret" ||
                            s.opcode == "ret.uni" || s.opcode == "exit";
        if (leaves && always) now.goes_on = false;
        ended_ = leaves;
    }

    BitVector live_behind(std::size_t b) const {
        BitVector live(registers_.count());
        if (blocks_[b].goes_on && b + 1 < blocks_.size()) live |= blocks_[b + 1].live;
        for (StringRef target : blocks_[b].targets) {
            if (const auto found = labels_.find(target); found != labels_.end()) live |= blocks_[found->second].live;
        }
        if (blocks_[b].anywhere) {
            for (const block& other : blocks_) live |= other.live;
        }
        return live;
    }

    registers registers_;
    std::vector<block> blocks_;
    StringMap<std::size_t> labels_;
    bool ended_ = false;
};

/// The end of the declarations at the beginning of a function's lines.
std::size_t end_of_declarations(ArrayRef<StringRef> lines) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].trim().starts_with(".reg") || lines[i].trim().starts_with(".local"))
            end = i + 1;
        else if (!lines[i].trim().empty())
            break;
    }
    return end;
}

}  // namespace

std::string initialise_registers(StringRef text) {
    SmallVector<StringRef> lines;
    text.split(lines, '\n');
    std::vector<std::string> made;
    const auto add = [&](ArrayRef<StringRef> more) { made.insert(made.end(), more.begin(), more.end()); };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        add(lines[i]);
        if (lines[i] != "{") continue;
        const ArrayRef<StringRef> rest = ArrayRef(lines).drop_front(i + 1);
        const ArrayRef<StringRef> inner = rest.take_until([](StringRef line) { return line == "}"; });
        body function;
        for (StringRef line : inner) function.read(line);
        const std::size_t declarations = end_of_declarations(inner);
        add(inner.take_front(declarations));
        const BitVector open = function.open();
        for (unsigned each : open.set_bits()) made.push_back(function.zero(each));
        add(inner.drop_front(declarations));
        i += inner.size();
    }
    return join(made, "\n");
}

}  // namespace ndweave::compiler::ptx
