/// SYCL 2020 accessor (4.7.6.9): elements of a buffer in kernels and host tasks.
#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include "sycl/execution/handler.hpp"
#include "sycl/memory/detail/accessor_properties.hpp"
#include "sycl/memory/detail/buffer_part.hpp"
#include "sycl/memory/local_accessor.hpp"

namespace sycl {

template <class T, int D, class Allocator>
class buffer;
template <class T, int D, access_mode M>
class host_accessor;

template <class T, int D = 1, access_mode M = detail::default_mode<T>, target Target = target::device,
          access::placeholder IsPlaceholder = access::placeholder::false_t>
class accessor;

namespace detail {

struct accessor_parts;

/// Accessors of `Shown` dimensions have elements in `D`: those of 0 have one.
template <int Shown>
inline constexpr int stored_dimensions = Shown == 0 ? 1 : Shown;

template <class T, int Shown, access_mode M, target Target>
class device_accessor : public elements<T, stored_dimensions<Shown>, M> {
protected:
    static constexpr int D = stored_dimensions<Shown>;
    using base = elements<T, D, M>;

public:
    using typename base::value_type;
    static constexpr int dimensions = Shown;
    template <access::decorated Decorated>
    using accessor_ptr = multi_ptr<value_type, access::address_space::global_space, Decorated>;

    device_accessor() = default;

    /// The start of the buffer, also for an accessor of a part of it.
    template <access::decorated Decorated>
    accessor_ptr<Decorated> get_multi_ptr() const noexcept {
        return accessor_ptr<Decorated>(this->buffer_start());
    }
    /// In host tasks a plain pointer; of constant buffers (SYCL 1.2.1) one into constant memory.
    auto get_pointer() const noexcept {
        if constexpr (Target == target::host_task) {
            return this->buffer_start();
        } else if constexpr (Target == target::constant_buffer) {
            return constant_ptr<T>(const_cast<T*>(this->buffer_start()));
        } else {
            return global_ptr<value_type>(this->buffer_start());
        }
    }

    template <class Property>
    bool has_property() const noexcept {
        return is_no_init<Property> && no_init_;
    }
    template <class Property>
    Property get_property() const {
        return detail::accessor_property<Property>(has_property<Property>());
    }
    bool is_placeholder() const { return placeholder_mark::is_mark(bits()); }
    void swap(device_accessor& other) noexcept { std::swap(*this, other); }

    /// Whether both access the same part of a buffer.
    friend bool operator==(const device_accessor& a, const device_accessor& b) {
        return a.first_ == b.first_ && a.storage_ == b.storage_ && a.get_range() == b.get_range();
    }

protected:
    friend struct accessor_parts;
    template <class, int, access_mode, target>
    friend class device_accessor;

    device_accessor(const buffer_part<D>& part, bool discards)
        : device_accessor(part, discards, marked(placeholder_mark::next())) {}
    device_accessor(const buffer_part<D>& part, bool discards, handler& h)
        : device_accessor(part, discards, static_cast<value_type*>(nullptr)) {
        this->first_ = required(h);
    }
    device_accessor(const buffer_part<D>& part, bool discards, value_type* first)
        : base(first, part.shape, part.offset),
          storage_(part.storage),
          start_(part.start(sizeof(T))),
          use_(part.use(M, discards)),
          no_init_(discards) {}
    template <class U, access_mode Other>
    explicit device_accessor(const device_accessor<U, Shown, Other, Target>& other)
        : base(other), storage_(other.storage_), start_(other.start_), use_(other.use_), no_init_(other.no_init_) {}

    std::uint64_t bits() const { return reinterpret_cast<std::uintptr_t>(this->first_); }
    static value_type* marked(std::uint64_t mark) {
        return reinterpret_cast<value_type*>(static_cast<std::uintptr_t>(mark));
    }
    /// The address of the first element for the group of `h`.
    value_type* required(handler& h) const {
        auto* const bytes =
            static_cast<unsigned char*>(handler_parts::group(h).require(*storage_, Target == target::host_task, use_));
        return reinterpret_cast<value_type*>(bytes + start_);
    }

    buffer_storage* storage_ = nullptr;
    std::size_t start_ = 0;  // byte of the first element in the storage
    buffer_use use_{};
    bool no_init_ = false;  // the property
};

/// What else of the runtime needs of accessors.
struct accessor_parts {
    template <class T, int Shown, access_mode M, target Target>
    static void require(const device_accessor<T, Shown, M, Target>& a, handler& h) {
        if (!a.storage_) throw ndweave::exception(ndweave::errc::invalid, "require of an accessor that has no buffer");
        if (a.is_placeholder()) {
            handler_parts::group(h).bind(a.bits(), a.required(h));
        } else {
            a.required(h);
        }
    }
    /// Where the accessor's elements are for this group.
    template <class A>
    static auto* address(const A& a, handler& h) {
        return a.required(h);
    }
    /// The same of one that is bound.
    template <class A>
    static auto* first(const A& a) {
        return a.first_;
    }
    /// Whether the command sees what is there.
    template <class T, int Shown, access_mode M, target Target>
    static bool keeps(const device_accessor<T, Shown, M, Target>& a) {
        return a.use_.keeps && !mode_discards(M);
    }
    template <class A>
    static const auto& shape(const A& a) {
        return a.shape_;
    }
    template <class A>
    static buffer_storage& storage(const A& a) {
        return *a.storage_;
    }
    template <class T, int D, class Allocator>
    static buffer_part<D> part(const buffer<T, D, Allocator>& b, const ndweave::range<D>& extent,
                               const ndweave::id<D>& offset) {
        return part_of<D>(*b.storage_, b.first_byte_, sizeof(T), b.extent_, extent, offset);
    }
    /// For an accessor of so many dimensions: one of 0 has the first element.
    template <int Shown, class T, int D, class Allocator>
    static buffer_part<D> whole(const buffer<T, D, Allocator>& b) {
        if constexpr (Shown == 0) {
            return part(b, ndweave::range<1>(b.size() == 0 ? 0 : 1), ndweave::id<1>());
        } else {
            return part(b, b.get_range(), ndweave::id<D>());
        }
    }
};

/// The result of an atomic local accessor's `operator[]` before the last index.
template <class Row>
class atomic_row {
public:
    explicit atomic_row(const Row& row) : row_(row) {}

    auto operator[](std::size_t i) const {
        if constexpr (std::is_lvalue_reference_v<decltype(row_[i])>) {
            using T = std::remove_reference_t<decltype(row_[i])>;
            return atomic<T, access::address_space::local_space>(local_ptr<T>(&row_[i]));
        } else {
            return atomic_row<std::remove_cvref_t<decltype(row_[i])>>(row_[i]);
        }
    }

private:
    Row row_;
};

template <class T, class U>
inline constexpr bool same_element = std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>>;

}  // namespace detail

/// In a command group: `accessor a(buffer, handler, [range, [offset,]] [tag,] [properties])`. Without a handler it is a
/// placeholder, which handler::require binds. Throws errc::invalid if the range and the offset leave the buffer.
template <class T, int D, access_mode M, target Target, access::placeholder IsPlaceholder>
class accessor : public detail::device_accessor<T, D, M, Target> {
    static_assert(D >= 0 && D <= 3, "accessors have 0 to 3 dimensions");
    using base = detail::device_accessor<T, D, M, Target>;
    using parts = detail::accessor_parts;

public:
    accessor() = default;

    // The whole buffer.
    template <class U, int BD, class Allocator>
    requires(BD == base::D && detail::same_element<T, U>)
    explicit(false) accessor(buffer<U, BD, Allocator>& b, const property_list& properties = {})
        : base(parts::template whole<D>(b), detail::discards(properties)) {}
    template <class U, int BD, class Allocator, detail::accessor_tag Tag>
    requires(BD == base::D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, Tag, const property_list& properties = {}) : accessor(b, properties) {}
    template <class U, int BD, class Allocator>
    requires(BD == base::D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, handler& h, const property_list& properties = {})
        : base(parts::template whole<D>(b), detail::discards(properties), h) {}
    template <class U, int BD, class Allocator, detail::accessor_tag Tag>
    requires(BD == base::D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, handler& h, Tag, const property_list& properties = {})
        : accessor(b, h, properties) {}

    // A part of it.
    template <class U, int BD, class Allocator>
    requires(BD == D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, ndweave::range<BD> extent, const property_list& properties = {})
        : accessor(b, extent, ndweave::id<BD>(), properties) {}
    template <class U, int BD, class Allocator, detail::accessor_tag Tag>
    requires(BD == D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, ndweave::range<BD> extent, Tag, const property_list& properties = {})
        : accessor(b, extent, ndweave::id<BD>(), properties) {}
    template <class U, int BD, class Allocator>
    requires(BD == D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, ndweave::range<BD> extent, ndweave::id<BD> offset,
             const property_list& properties = {})
        : base(parts::part(b, extent, offset), detail::discards(properties)) {}
    template <class U, int BD, class Allocator, detail::accessor_tag Tag>
    requires(BD == D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, ndweave::range<BD> extent, ndweave::id<BD> offset, Tag,
             const property_list& properties = {})
        : accessor(b, extent, offset, properties) {}
    template <class U, int BD, class Allocator>
    requires(BD == D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, handler& h, ndweave::range<BD> extent, const property_list& properties = {})
        : accessor(b, h, extent, ndweave::id<BD>(), properties) {}
    template <class U, int BD, class Allocator, detail::accessor_tag Tag>
    requires(BD == D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, handler& h, ndweave::range<BD> extent, Tag,
             const property_list& properties = {})
        : accessor(b, h, extent, ndweave::id<BD>(), properties) {}
    template <class U, int BD, class Allocator>
    requires(BD == D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, handler& h, ndweave::range<BD> extent, ndweave::id<BD> offset,
             const property_list& properties = {})
        : base(parts::part(b, extent, offset), detail::discards(properties), h) {}
    template <class U, int BD, class Allocator, detail::accessor_tag Tag>
    requires(BD == D && detail::same_element<T, U>)
    accessor(buffer<U, BD, Allocator>& b, handler& h, ndweave::range<BD> extent, ndweave::id<BD> offset, Tag,
             const property_list& properties = {})
        : accessor(b, h, extent, offset, properties) {}

    /// To read only.
    template <class U, access_mode Other, access::placeholder P>
    requires(M == access_mode::read && detail::same_element<T, U> &&
             !(std::is_same_v<T, U> && Other == M && P == IsPlaceholder))
    explicit(false) accessor(const accessor<U, D, Other, Target, P>& other) : base(other) {}

    /// Of 0 dimensions.
    operator typename base::reference() const requires(D == 0) { return base::operator[](0); }
    template <class U>
    requires(D == 0 && M != access_mode::read && std::is_convertible_v<U, T> &&
             !std::is_same_v<std::remove_cvref_t<U>, accessor>)
    const accessor& operator=(U&& value) const {
        base::operator[](0) = static_cast<U&&>(value);
        return *this;
    }
};

template <class T, int D, class Allocator, class... Rest>
accessor(buffer<T, D, Allocator>&, Rest...)
    -> accessor<T, D, detail::deduced_mode<T, Rest...>(), detail::deduced_target<Rest...>()>;

/// SYCL 1.2.1's local accessors.
template <class T, int D, access_mode M, access::placeholder P>
class accessor<T, D, M, target::local, P> : public local_accessor<T, D> {
public:
    using local_accessor<T, D>::local_accessor;
};

/// Those of atomic access give atomic objects (SYCL 1.2.1, 4.7.6.11).
template <class T, int D, access::placeholder P>
class accessor<T, D, access_mode::atomic, target::local, P> : public local_accessor<T, D> {
    using base = local_accessor<T, D>;

public:
    using base::base;
    using element = atomic<T, access::address_space::local_space>;

    operator element() const requires(D == 0) { return at(base::begin()); }
    element operator[](const ndweave::id<D>& i) const requires(D > 1) { return at(&base::operator[](i)); }
    auto operator[](std::size_t i) const requires(D > 0) {
        if constexpr (D == 1) {
            return at(base::begin() + i);
        } else {
            return detail::atomic_row<decltype(base::operator[](i))>(base::operator[](i));
        }
    }

private:
    static element at(T* p) { return local_ptr<T>(p); }
};

}  // namespace sycl

template <class T, int D, sycl::access_mode M, sycl::target Target, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, Target, P>> {
    std::size_t operator()(const sycl::accessor<T, D, M, Target, P>& a) const noexcept {
        return std::hash<const void*>()(static_cast<const void*>(a.get_pointer()));
    }
};
template <class T, int D, sycl::access_mode M, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, sycl::target::local, P>> : std::hash<sycl::local_accessor<T, D>> {};
