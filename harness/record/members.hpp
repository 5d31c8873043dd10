/// Structs as JSON objects, by one list of members for both directions. Beside the struct `point` stands
///
///     void members(either_const<point> auto& p, auto& each) {
///         each("x", p.x);                      // written and read
///         each("label", p.label);              // an empty std::optional is a member that is missing
///         each.derived("norm", norm(p));       // written only
///     }
///
/// Enumerations are words (`words<E>`), and a number that JSON cannot hold (NaN, infinity) is null.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "record/safe_json.hpp"

namespace ndweave::harness {

class json_writer;

/// T or const T.
template <class U, class T>
concept either_const = std::is_same_v<std::remove_const_t<U>, T>;

/// Specialised for each enumeration: its words, a std::array in the order of the enumerators.
template <class E>
inline constexpr std::array<const char*, 0> words{};

template <class E>
requires std::is_enum_v<E> const char* to_string(E value) {
    return words<E>.at(static_cast<std::size_t>(value));
}

template <class T>
concept has_members = requires(const T& value, json_writer& each) { members(value, each); };

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
json to_json(const T& value);
template <class T>
json to_json(const std::vector<T>& values);

class json_writer {
public:
    json object = json::object();

    template <class T>
    void operator()(const char* name, const T& value) {
        if constexpr (is_optional<T>) {
            if (value) object[name] = to_json(*value);
        } else {
            object[name] = to_json(value);
        }
    }
    template <class T>
    void derived(const char* name, const T& value) {
        (*this)(name, value);
    }
};

template <class T>
json to_json(const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::isfinite(value) ? json(value) : json(nullptr);
    } else if constexpr (std::is_enum_v<T>) {
        return to_string(value);
    } else if constexpr (has_members<T>) {
        json_writer writer;
        members(value, writer);
        return std::move(writer.object);
    } else {
        return value;
    }
}

template <class T>
json to_json(const std::vector<T>& values) {
    json list = json::array();
    for (const T& value : values) list.push_back(to_json(value));
    return list;
}

template <class T>
void read_json_into(T& value, const json& from);
template <class T>
void read_json_into(std::optional<T>& value, const json& from);
template <class T>
void read_json_into(std::vector<T>& values, const json& from);

/// A member that is missing keeps its default: the schema says which are required.
class json_reader {
public:
    explicit json_reader(const json& object) : object_(object) {}

    template <class T>
    void operator()(const char* name, T& value) {
        const auto member = object_.find(name);
        if (member == object_.end()) return;
        try {
            read_json_into(value, *member);
        } catch (const json::exception&) {
            throw std::runtime_error(std::string("/") + name + ": wrong type");
        }
    }
    template <class T>
    void derived(const char*, const T&) {}

private:
    const json& object_;
};

template <class T>
void read_json_into(T& value, const json& from) {
    if constexpr (std::is_floating_point_v<T>) {
        value = from.is_null() ? std::numeric_limits<T>::quiet_NaN() : from.get<T>();
    } else if constexpr (std::is_enum_v<T>) {
        const auto word = std::find(words<T>.begin(), words<T>.end(), from.get<std::string>());
        if (word == words<T>.end()) throw std::runtime_error(from.dump() + ": not one of the words");
        value = static_cast<T>(word - words<T>.begin());
    } else if constexpr (has_members<T>) {
        if (!from.is_object()) throw std::runtime_error("no object: " + from.dump().substr(0, 40));
        json_reader reader(from);
        members(value, reader);
    } else {
        from.get_to(value);
    }
}

template <class T>
void read_json_into(std::optional<T>& value, const json& from) {
    read_json_into(value.emplace(), from);
}

template <class T>
void read_json_into(std::vector<T>& values, const json& from) {
    if (!from.is_array()) throw std::runtime_error("no array: " + from.dump().substr(0, 40));
    values.clear();
    for (const json& value : from) read_json_into(values.emplace_back(), value);
}

/// Throws std::runtime_error for a member of another type and for a word that is not one of its enumeration's.
template <class T>
T from_json(const json& from) {
    T value;
    read_json_into(value, from);
    return value;
}

}  // namespace ndweave::harness
