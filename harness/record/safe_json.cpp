#include "record/safe_json.hpp"

#include <set>
#include <stdexcept>
#include <vector>

#include "system/files.hpp"

namespace ndweave::harness {

namespace {

/// Walks the text once without building anything and stops at the first thing that is not allowed.
class checker : public nlohmann::json_sax<json> {
public:
    std::string complaint;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        if (keys_.back().insert(name).second) return true;
        return refuse("the key '" + name.substr(0, 40) + "' stands twice in one object");
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        return refuse("not JSON at byte " + std::to_string(position));
    }

private:
    bool refuse(std::string why) {
        complaint = std::move(why);
        return false;
    }
    bool open() {
        if (keys_.size() >= max_json_depth) return refuse("nested deeper than " + std::to_string(max_json_depth));
        keys_.emplace_back();
        return true;
    }
    bool close() {
        keys_.pop_back();
        return true;
    }

    std::vector<std::set<std::string>> keys_;  // of the objects that are open
};

}  // namespace

json parse_json(const std::string& text, const std::string& source) {
    if (text.size() > max_json_bytes) throw std::runtime_error(source + ": larger than 64 MiB");
    checker check;
    if (!json::sax_parse(text, &check)) throw std::runtime_error(source + ": " + check.complaint);
    return json::parse(text);
}

json read_json(const std::string& path) { return parse_json(read_file(path, max_json_bytes), path); }

std::string dump_line(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace ndweave::harness
