/// SYCL 2020 properties (4.5.4).
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "ndweave/exception.hpp"

namespace sycl {

namespace detail {

/// The base of all properties here, which any property_list takes.
struct property_base {};

/// The type's name, which is the same on both sides of a library's border, where addresses need not be.
template <class Property>
constexpr const char* property_key() {
    return __PRETTY_FUNCTION__;
}

}  // namespace detail

/// Whether `T` is a property (4.5.4.1).
template <class T>
struct is_property : std::is_base_of<detail::property_base, T> {};
template <class T>
inline constexpr bool is_property_v = is_property<T>::value;

/// Whether objects of class `Object` can have it. Properties without a meaning for a class are accepted and ignored.
template <class T, class Object>
struct is_property_of : is_property<T> {};
template <class T, class Object>
inline constexpr bool is_property_of_v = is_property_of<T, Object>::value;

/// Properties of an object at its construction (4.5.4.2).
class property_list {
public:
    property_list() = default;
    template <class... Properties>
    requires(sizeof...(Properties) > 0 && (is_property_v<Properties> && ...)) property_list(Properties... properties) {
        properties_.reserve(sizeof...(Properties));
        (add(std::move(properties)), ...);
    }

    template <class Property>
    bool has_property() const noexcept {
        return find<Property>() != nullptr;
    }
    /// Throws errc::invalid if it is not there.
    template <class Property>
    Property get_property() const {
        if (const void* const found = find<Property>()) return *static_cast<const Property*>(found);
        throw ndweave::exception(ndweave::errc::invalid,
                                 "get_property of a property that the object was not made with: ask has_property");
    }

private:
    struct entry {
        const char* key;
        std::shared_ptr<const void> value;
    };

    template <class Property>
    void add(Property property) {
        properties_.push_back(
            {detail::property_key<Property>(), std::make_shared<const Property>(std::move(property))});
    }
    template <class Property>
    const void* find() const noexcept {
        for (const entry& e : properties_) {
            if (__builtin_strcmp(e.key, detail::property_key<Property>()) == 0) return e.value.get();
        }
        return nullptr;
    }

    std::vector<entry> properties_;
};

}  // namespace sycl
