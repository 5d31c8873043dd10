/// sycl_ext_oneapi_properties: lists of properties whose types the compiler knows.
#pragma once

#include <type_traits>

#define SYCL_EXT_ONEAPI_PROPERTIES 1

namespace sycl::ext::oneapi::experimental {

/// A property without a value at run time: `Key`, and what it is told in types.
template <class Key, class... Values>
struct property_value {
    using key_t = Key;

    template <class Other>
    friend constexpr bool operator==(const property_value&, const Other&) {
        return std::is_same_v<property_value, Other>;
    }
};

template <class T>
struct is_property_value : std::false_type {};
template <class Key, class... Values>
struct is_property_value<property_value<Key, Values...>> : std::true_type {};
template <class T>
inline constexpr bool is_property_value_v = is_property_value<T>::value;

/// `properties{first, second}`.
template <class... Properties>
class properties {
    static_assert((is_property_value_v<Properties> && ...), "a property of sycl_ext_oneapi_properties is wanted");

public:
    constexpr properties() requires(sizeof...(Properties) == 0) = default;
    constexpr explicit properties(const Properties&...) requires(sizeof...(Properties) > 0) {}

    template <class Key>
    static constexpr bool has_property() {
        return (std::is_same_v<typename Properties::key_t, Key> || ...);
    }
    template <class Key>
    static constexpr auto get_property() {
        static_assert(has_property<Key>(), "the list does not have this property: ask has_property");
        return value_of<Key, Properties...>();
    }

private:
    template <class Key, class First, class... Rest>
    static constexpr auto value_of() {
        if constexpr (std::is_same_v<typename First::key_t, Key>) {
            return First();
        } else {
            return value_of<Key, Rest...>();
        }
    }
};

template <class... Properties>
properties(Properties...) -> properties<Properties...>;

using empty_properties_t = properties<>;

template <class T>
struct is_property_list : std::false_type {};
template <class... Properties>
struct is_property_list<properties<Properties...>> : std::true_type {};
template <class T>
inline constexpr bool is_property_list_v = is_property_list<std::remove_cv_t<T>>::value;

}  // namespace sycl::ext::oneapi::experimental
