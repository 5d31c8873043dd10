#include "record/safe_json.hpp"

#include <array>
#include <set>
#include <stdexcept>

#include "system/files.hpp"

namespace ndweave::harness {

json parse_json(const std::string& text, const std::string& source) {
    const auto refuse = [&](const std::string& why) { throw std::runtime_error(source + ": " + why); };
    if (text.size() > max_json_bytes) refuse("larger than 64 MiB");
    std::array<std::set<std::string>, max_json_depth + 1> keys;  // of the open objects, by depth
    const auto check = [&](int depth, json::parse_event_t event, const json& value) {
        const auto level = static_cast<std::size_t>(depth);
        if (event == json::parse_event_t::object_start || event == json::parse_event_t::array_start) {
            if (level >= max_json_depth) refuse("nested deeper than " + std::to_string(max_json_depth));
            keys[level + 1].clear();
        }
        if (event == json::parse_event_t::key && !keys[level].insert(value.get<std::string>()).second) {
            refuse("the key '" + value.get<std::string>().substr(0, 40) + "' stands twice in one object");
        }
        return true;
    };
    try {
        return json::parse(text, check);
    } catch (const json::parse_error& e) {
        refuse("not JSON at byte " + std::to_string(e.byte));
    } catch (const json::out_of_range&) {
        refuse("not JSON: a number is out of range");
    }
    return json();
}

json read_json(const std::string& path) { return parse_json(read_file(path, max_json_bytes), path); }

std::string dump_line(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace ndweave::harness
