/// Interprets the part of JSON Schema draft-07 that our schema uses: type, const, enum, minimum, required, properties,
/// items.
#include "record/schema.hpp"

#include <algorithm>

#include "page_assets.hpp"

namespace ndweave::harness {

namespace {

const json& schema() {
    static const json parsed = json::parse(assets::schema);
    return parsed;
}

bool has_type(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
}

bool has_one_type(const json& value, const json& types) {
    if (types.is_string()) return has_type(value, types);
    for (const json& type : types) {
        if (has_type(value, type)) return true;
    }
    return false;
}

std::string violation(const json& schema, const json& value, const std::string& place = "") {
    if (schema.contains("type") && !has_one_type(value, schema["type"])) return place + ": wrong type";
    if (schema.contains("const") && value != schema["const"]) return place + ": not " + schema["const"].dump();
    if (schema.contains("enum")) {
        const json& words = schema["enum"];
        if (std::find(words.begin(), words.end(), value) == words.end()) return place + ": not one of the words";
    }
    if (schema.contains("minimum") && value < schema["minimum"]) return place + ": too small";
    for (const json& key : schema.value("required", json::array())) {
        if (!value.contains(key.get<std::string>())) return place + ": no " + key.get<std::string>();
    }
    const json properties = schema.value("properties", json::object());
    for (const auto& [key, inner] : properties.items()) {
        if (!value.contains(key)) continue;
        if (const std::string found = violation(inner, value[key], place + "/" + key); !found.empty()) return found;
    }
    if (!schema.contains("items")) return "";
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string found = violation(schema["items"], value[i], place + "/" + std::to_string(i));
        if (!found.empty()) return found;
    }
    return "";
}

}  // namespace

const char* schema_text() { return assets::schema; }

std::string schema_violation(const json& results) { return violation(schema(), results); }

std::string row_violation(const json& row) { return violation(schema()["properties"]["benchmarks"]["items"], row); }

}  // namespace ndweave::harness
