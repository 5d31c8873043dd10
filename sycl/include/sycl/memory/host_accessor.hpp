/// SYCL 2020 host_accessor (4.7.6.10): a buffer's elements on the host.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "sycl/memory/accessor.hpp"

namespace sycl {

namespace detail {

/// The host's use of a buffer, which ends with it.
class host_lease {
public:
    host_lease(std::shared_ptr<buffer_storage> storage, buffer_use use)
        : storage_(std::move(storage)), use_(use), start_(storage_->begin_host_use(use)) {}
    ~host_lease() { storage_->end_host_use(use_); }
    host_lease(const host_lease&) = delete;
    host_lease& operator=(const host_lease&) = delete;

    void* start() const { return start_; }

private:
    const std::shared_ptr<buffer_storage> storage_;
    const buffer_use use_;
    void* const start_;
};

}  // namespace detail

/// `host_accessor a(buffer, [range, [offset,]] [tag,] [properties])` waits for the commands that use the buffer. While
/// it or a copy lives, submitting a command that would have to wait for its end throws errc::invalid.
template <class T, int D = 1, access_mode M = detail::default_mode<T>>
class host_accessor : public detail::elements<T, detail::stored_dimensions<D>, M> {
    static constexpr int stored = detail::stored_dimensions<D>;
    using base = detail::elements<T, stored, M>;
    using parts = detail::accessor_parts;

public:
    using typename base::value_type;
    static constexpr int dimensions = D;
    template <access::decorated Decorated>
    using accessor_ptr = multi_ptr<value_type, access::address_space::global_space, Decorated>;

    host_accessor() = default;

    template <class U, class Allocator>
    requires detail::same_element<T, U>
    explicit(false) host_accessor(buffer<U, stored, Allocator>& b, const property_list& properties = {})
        : host_accessor(parts::template whole<D>(b), properties) {}
    template <class U, class Allocator, detail::accessor_tag Tag>
    requires detail::same_element<T, U>
    host_accessor(buffer<U, stored, Allocator>& b, Tag, const property_list& properties = {})
        : host_accessor(parts::template whole<D>(b), properties) {}
    template <class U, class Allocator>
    requires(D > 0 && detail::same_element<T, U>)
    host_accessor(buffer<U, stored, Allocator>& b, ndweave::range<stored> extent, const property_list& properties = {})
        : host_accessor(parts::part(b, extent, {}), properties) {}
    template <class U, class Allocator, detail::accessor_tag Tag>
    requires(D > 0 && detail::same_element<T, U>)
    host_accessor(buffer<U, stored, Allocator>& b, ndweave::range<stored> extent, Tag,
                  const property_list& properties = {})
        : host_accessor(parts::part(b, extent, {}), properties) {}
    template <class U, class Allocator>
    requires(D > 0 && detail::same_element<T, U>)
    host_accessor(buffer<U, stored, Allocator>& b, ndweave::range<stored> extent, ndweave::id<stored> offset,
                  const property_list& properties = {})
        : host_accessor(parts::part(b, extent, offset), properties) {}
    template <class U, class Allocator, detail::accessor_tag Tag>
    requires(D > 0 && detail::same_element<T, U>)
    host_accessor(buffer<U, stored, Allocator>& b, ndweave::range<stored> extent, ndweave::id<stored> offset, Tag,
                  const property_list& properties = {})
        : host_accessor(parts::part(b, extent, offset), properties) {}

    /// To read only.
    template <class U, access_mode Other>
    requires(M == access_mode::read && detail::same_element<T, U> && !(std::is_same_v<T, U> && Other == M))
    explicit(false) host_accessor(const host_accessor<U, D, Other>& other)
        : base(other), lease_(other.lease_), no_init_(other.no_init_) {}

    std::add_pointer_t<value_type> get_pointer() const noexcept { return this->buffer_start(); }
    template <access::decorated Decorated>
    accessor_ptr<Decorated> get_multi_ptr() const noexcept {
        return accessor_ptr<Decorated>(this->buffer_start());
    }
    template <class Property>
    bool has_property() const noexcept {
        return detail::is_no_init<Property> && no_init_;
    }
    template <class Property>
    Property get_property() const {
        return detail::accessor_property<Property>(has_property<Property>());
    }
    bool is_placeholder() const { return false; }
    void swap(host_accessor& other) noexcept { std::swap(*this, other); }

    /// Of 0 dimensions.
    operator typename base::reference() const requires(D == 0) { return base::operator[](0); }
    template <class U>
    requires(D == 0 && M != access_mode::read && std::is_convertible_v<U, T> &&
             !std::is_same_v<std::remove_cvref_t<U>, host_accessor>)
    const host_accessor& operator=(U&& value) const {
        base::operator[](0) = static_cast<U&&>(value);
        return *this;
    }

    friend bool operator==(const host_accessor& a, const host_accessor& b) {
        return a.first_ == b.first_ && a.lease_ == b.lease_;
    }

private:
    template <class, int, access_mode>
    friend class host_accessor;

    host_accessor(const detail::buffer_part<stored>& part, const property_list& properties)
        : base(nullptr, part.shape, part.offset),
          lease_(std::make_shared<detail::host_lease>(part.storage->shared_from_this(),
                                                      part.use(M, detail::discards(properties)))),
          no_init_(detail::discards(properties)) {
        this->first_ =
            reinterpret_cast<value_type*>(static_cast<unsigned char*>(lease_->start()) + part.start(sizeof(T)));
    }

    std::shared_ptr<detail::host_lease> lease_;
    bool no_init_ = false;  // the property
};

template <class T, int D, class Allocator, class... Rest>
host_accessor(buffer<T, D, Allocator>&, Rest...) -> host_accessor<T, D, detail::deduced_mode<T, Rest...>()>;

/// SYCL 1.2.1's.
template <class T, int D, access_mode M, access::placeholder P>
class accessor<T, D, M, target::host_buffer, P> : public host_accessor<T, D, M> {
public:
    using host_accessor<T, D, M>::host_accessor;
};

}  // namespace sycl

template <class T, int D, sycl::access_mode M>
struct std::hash<sycl::host_accessor<T, D, M>> {
    std::size_t operator()(const sycl::host_accessor<T, D, M>& a) const noexcept {
        return std::hash<const void*>()(a.get_pointer());
    }
};
