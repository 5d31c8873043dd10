/// SYCL 2020 buffer (4.7.2): an array of 1 to 3 dimensions that commands on any device use through accessors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sycl/memory/accessor.hpp"
#include "sycl/memory/accessor_copies.hpp"
#include "sycl/memory/buffer_properties.hpp"
#include "sycl/memory/host_accessor.hpp"

namespace sycl {

namespace detail {

template <class I>
concept element_iterator = requires(I i) {
    *i;
    ++i;
    typename std::iterator_traits<I>::value_type;
};
template <class C>
concept element_container = requires(C& c) {
    c.data();
    c.size();
};

/// A part of an array that has no gaps. Throws errc::invalid for other parts.
template <int D>
std::size_t contiguous_start(const ndweave::range<D>& whole, const ndweave::id<D>& base,
                             const ndweave::range<D>& part) {
    bool is_inside = true, is_contiguous = true, is_one_row = true;
    std::size_t start = 0;
    for (int d = 0; d < D; ++d) {
        is_inside = is_inside && base[d] <= whole[d] && part[d] <= whole[d] - base[d];
        if (!is_one_row && part[d] != whole[d]) is_contiguous = false;
        if (part[d] != 1) is_one_row = false;
        start = start * whole[d] + base[d];
    }
    if (!is_inside) throw ndweave::exception(ndweave::errc::invalid, "a sub-buffer beyond the end of its buffer");
    if (!is_contiguous)
        throw ndweave::exception(ndweave::errc::invalid,
                                 "a sub-buffer with gaps between its rows: it has whole rows, or a part of one");
    return start;
}

}  // namespace detail

/// Copies, sub-buffers and reinterpretations share the contents. The destructor of the last waits for the commands that
/// use them, and writes the result back to the memory that the buffer is made of, unless that is const, or to the
/// destination of set_final_data.
template <class T, int D = 1, class Allocator = buffer_allocator<std::remove_const_t<T>>>
class buffer {
    static_assert(D >= 1 && D <= 3, "buffers have 1 to 3 dimensions");
    using element = std::remove_const_t<T>;

public:
    using value_type = T;
    using reference = T&;
    using const_reference = const T&;
    using allocator_type = Allocator;
    static constexpr int dimensions = D;

    /// Of undefined contents.
    buffer(const ndweave::range<D>& extent, const property_list& properties = {}) : buffer(extent, {}, properties) {}
    buffer(const ndweave::range<D>& extent, Allocator allocator, const property_list& properties = {})
        : buffer(detail::buffer_storage::make(bytes(extent), alignof(T)), extent, allocator, properties) {}

    /// Of the elements there, to which the result is written back.
    buffer(T* data, const ndweave::range<D>& extent, const property_list& properties = {}) requires(!std::is_const_v<T>)
        : buffer(data, extent, Allocator(), properties) {}
    buffer(T* data, const ndweave::range<D>& extent, Allocator allocator, const property_list& properties = {})
        requires(!std::is_const_v<T>)
        : buffer(user_storage(data, extent, nullptr, properties), extent, allocator, properties) {}
    /// Of a copy of them.
    buffer(const T* data, const ndweave::range<D>& extent, const property_list& properties = {})
        : buffer(data, extent, Allocator(), properties) {}
    buffer(const T* data, const ndweave::range<D>& extent, Allocator allocator, const property_list& properties = {})
        : buffer(detail::buffer_storage::make(bytes(extent), alignof(T), data, false), extent, allocator, properties) {}

    /// Of those of a vector, span or such; written back unless the container is const.
    template <detail::element_container Container>
    requires(D == 1)
    buffer(Container& container, const property_list& properties = {}) : buffer(container, Allocator(), properties) {}
    template <detail::element_container Container>
    requires(D == 1) buffer(Container& container, Allocator allocator, const property_list& properties = {})
        : buffer(container.data(), ndweave::range<1>(container.size()), allocator, properties) {}

    /// Of those that it points to, which it keeps alive.
    buffer(const std::shared_ptr<T>& data, const ndweave::range<D>& extent, const property_list& properties = {})
        : buffer(data, extent, Allocator(), properties) {}
    buffer(const std::shared_ptr<T>& data, const ndweave::range<D>& extent, Allocator allocator,
           const property_list& properties = {})
        : buffer(user_storage(data.get(), extent, std::shared_ptr<const void>(data), properties), extent, allocator,
                 properties) {}
    buffer(const std::shared_ptr<T[]>& data, const ndweave::range<D>& extent, const property_list& properties = {})
        : buffer(data, extent, Allocator(), properties) {}
    buffer(const std::shared_ptr<T[]>& data, const ndweave::range<D>& extent, Allocator allocator,
           const property_list& properties = {})
        : buffer(user_storage(data.get(), extent, std::shared_ptr<const void>(data), properties), extent, allocator,
                 properties) {}

    /// Of a copy of the elements between the iterators.
    template <detail::element_iterator Iterator>
    requires(D == 1) buffer(Iterator first, Iterator last, const property_list& properties = {})
        : buffer(first, last, Allocator(), properties) {}
    template <detail::element_iterator Iterator>
    requires(D == 1) buffer(Iterator first, Iterator last, Allocator allocator, const property_list& properties = {})
        : buffer(std::vector<wrapped>(first, last), allocator, properties) {}

    /// A part of `b` without gaps. Throws errc::invalid if it is not one.
    buffer(buffer& b, const ndweave::id<D>& base, const ndweave::range<D>& part)
        : storage_(b.storage_),
          properties_(b.properties_),
          extent_(part),
          first_byte_(b.first_byte_ + detail::contiguous_start<D>(b.extent_, base, part) * sizeof(T)),
          is_part_(true),
          allocator_(b.allocator_) {}

    ndweave::range<D> get_range() const { return extent_; }
    std::size_t size() const noexcept { return extent_.size(); }
    std::size_t byte_size() const noexcept { return size() * sizeof(T); }
    std::size_t get_count() const { return size(); }  // SYCL 1.2.1
    std::size_t get_size() const { return byte_size(); }
    Allocator get_allocator() const { return allocator_; }
    bool is_sub_buffer() const { return is_part_; }

    template <class Property>
    bool has_property() const noexcept {
        return properties_.template has_property<Property>();
    }
    template <class Property>
    Property get_property() const {
        return properties_.template get_property<Property>();
    }

    /// In a command group.
    template <access_mode M, target Target = target::device>
    accessor<T, D, M, Target> get_access(handler& h) {
        return {*this, h};
    }
    template <access_mode M, target Target = target::device>
    accessor<T, D, M, Target> get_access(handler& h, ndweave::range<D> extent, ndweave::id<D> offset = {}) {
        return {*this, h, extent, offset};
    }
    /// SYCL 1.2.1: on the host.
    template <access_mode M>
    accessor<T, D, M, target::host_buffer> get_access() {
        return {*this};
    }
    template <access_mode M>
    accessor<T, D, M, target::host_buffer> get_access(ndweave::range<D> extent, ndweave::id<D> offset = {}) {
        return {*this, extent, offset};
    }
    /// With the arguments of accessor's constructors after the buffer.
    template <class... Arguments>
    auto get_access(handler& h, Arguments... arguments) {
        return accessor(*this, h, arguments...);
    }
    template <class... Arguments>
    auto get_access(Arguments... arguments) {
        return accessor(*this, arguments...);
    }
    template <class... Arguments>
    auto get_host_access(Arguments... arguments) {
        return host_accessor(*this, arguments...);
    }

    /// Where the destructor writes the contents: a pointer, an output iterator, a weak_ptr, or nullptr for nowhere.
    template <class Destination = std::nullptr_t>
    void set_final_data(Destination destination = nullptr) {
        if constexpr (std::is_null_pointer_v<Destination>) {
            storage_->set_target(nullptr);
        } else if constexpr (std::is_same_v<Destination, element*>) {
            storage_->set_target(static_cast<void*>(destination));
        } else {
            storage_->set_target([destination, count = storage_->bytes() / sizeof(T)](const void* data) {
                give(data, count, destination);
            });
        }
    }
    void set_write_back(bool flag = true) { storage_->set_write_back(flag); }

    /// The same bytes as an array of other elements, or of another shape. Throws errc::invalid if the sizes differ.
    template <class U, int Dimensions, class Other = buffer_allocator<std::remove_const_t<U>>>
    buffer<U, Dimensions, Other> reinterpret(ndweave::range<Dimensions> extent) const {
        if (extent.size() * sizeof(U) != byte_size())
            throw ndweave::exception(ndweave::errc::invalid, "reinterpret of a buffer of " +
                                                                 std::to_string(byte_size()) + " bytes as one of " +
                                                                 std::to_string(extent.size() * sizeof(U)));
        return {storage_, extent, first_byte_, is_part_, properties_};
    }
    template <class U, int Dimensions = D>
    requires(Dimensions == 1 || (Dimensions == D && sizeof(U) == sizeof(T)))
    buffer<U, Dimensions, buffer_allocator<std::remove_const_t<U>>> reinterpret() const {
        if constexpr (Dimensions == 1) {
            return reinterpret<U, 1>(ndweave::range<1>(byte_size() / sizeof(U)));
        } else {
            return reinterpret<U, D>(extent_);
        }
    }

    friend bool operator==(const buffer& a, const buffer& b) {
        return a.storage_ == b.storage_ && a.first_byte_ == b.first_byte_ && a.extent_ == b.extent_;
    }

private:
    template <class, int, class>
    friend class buffer;
    friend struct detail::accessor_parts;
    friend struct std::hash<buffer>;

    /// So that a vector of bool has elements.
    struct wrapped {
        explicit(false) wrapped(const T& v) : value(v) {}
        T value;
    };

    buffer(std::shared_ptr<detail::buffer_storage> storage, const ndweave::range<D>& extent, Allocator allocator,
           const property_list& properties)
        : storage_(std::move(storage)), properties_(properties), extent_(extent), allocator_(allocator) {}
    buffer(std::shared_ptr<detail::buffer_storage> storage, const ndweave::range<D>& extent, std::size_t first_byte,
           bool is_part, const property_list& properties)
        : storage_(std::move(storage)),
          properties_(properties),
          extent_(extent),
          first_byte_(first_byte),
          is_part_(is_part) {}
    buffer(const std::vector<wrapped>& copy, Allocator allocator, const property_list& properties)
        : buffer(reinterpret_cast<const T*>(copy.data()), ndweave::range<1>(copy.size()), allocator, properties) {}

    static std::size_t bytes(const ndweave::range<D>& extent) {
        return ndweave::detail::bytes_of(ndweave::detail::elements_of(extent), sizeof(T));
    }

    /// Contents that are written back. They are used where they are, but for a mutex that others hold meanwhile.
    static std::shared_ptr<detail::buffer_storage> user_storage(T* data, const ndweave::range<D>& extent,
                                                                std::shared_ptr<const void> owner,
                                                                const property_list& properties) {
        auto* const memory = const_cast<element*>(data);
        std::mutex* mutex = nullptr;
        if (properties.has_property<property::buffer::use_mutex>())
            mutex = properties.get_property<property::buffer::use_mutex>().get_mutex_ptr();
        std::unique_lock<std::mutex> lock;
        if (mutex) lock = std::unique_lock(*mutex);
        const bool is_aligned = reinterpret_cast<std::uintptr_t>(memory) % alignof(T) == 0;
        auto storage = detail::buffer_storage::make(bytes(extent), alignof(T), memory,
                                                    is_aligned && !mutex && !std::is_const_v<T>);
        if constexpr (!std::is_const_v<T>) storage->write_back_to(memory, std::const_pointer_cast<void>(owner), mutex);
        if (properties.has_property<property::buffer::use_host_ptr>()) storage->keep_in_place();
        return storage;
    }

    template <class Destination>
    static void give(const void* data, std::size_t count, Destination destination) {
        const auto* const first = static_cast<const element*>(data);
        if constexpr (requires { destination.lock(); }) {
            if (const auto held = destination.lock()) give(data, count, held.get());
        } else if constexpr (requires { destination.get(); }) {
            give(data, count, destination.get());
        } else {
            for (std::size_t i = 0; i < count; ++i, ++destination) *destination = first[i];
        }
    }

    std::shared_ptr<detail::buffer_storage> storage_;
    property_list properties_;
    ndweave::range<D> extent_;
    std::size_t first_byte_ = 0;
    bool is_part_ = false;
    [[no_unique_address]] Allocator allocator_{};
};

template <detail::element_iterator Iterator,
          class Allocator = buffer_allocator<typename std::iterator_traits<Iterator>::value_type>>
buffer(Iterator, Iterator, Allocator, const property_list& = {})
    -> buffer<typename std::iterator_traits<Iterator>::value_type, 1, Allocator>;
template <detail::element_iterator Iterator>
buffer(Iterator, Iterator, const property_list& = {}) -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;
template <class T, int D>
buffer(const T*, const ndweave::range<D>&, const property_list& = {}) -> buffer<T, D>;
template <class T, int D, class Allocator>
buffer(const T*, const ndweave::range<D>&, Allocator, const property_list& = {}) -> buffer<T, D, Allocator>;
template <class T, int D>
buffer(const std::shared_ptr<T>&, const ndweave::range<D>&, const property_list& = {})
    -> buffer<std::remove_extent_t<T>, D>;
template <detail::element_container Container>
buffer(Container&, const property_list& = {}) -> buffer<typename Container::value_type, 1>;
template <detail::element_container Container, class Allocator>
buffer(Container&, Allocator, const property_list& = {}) -> buffer<typename Container::value_type, 1, Allocator>;

}  // namespace sycl

template <class T, int D, class Allocator>
struct std::hash<sycl::buffer<T, D, Allocator>> {
    std::size_t operator()(const sycl::buffer<T, D, Allocator>& b) const noexcept {
        return std::hash<const void*>()(b.storage_.get());
    }
};
