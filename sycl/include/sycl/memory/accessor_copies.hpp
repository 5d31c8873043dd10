/// Copies and fills of what accessors access, as actions of command groups (SYCL 2020, 4.9.4.3).
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "sycl/memory/accessor.hpp"

namespace sycl::detail {

/// Elements that lie side by side.
struct element_run {
    std::size_t first, count;
};

/// Those of an accessor of `dimensions` extents in rows of the buffer's.
NDWEAVE_EXPORT std::vector<element_run> runs_of(const std::size_t* extent, const std::size_t* row, int dimensions);
template <int D>
std::vector<element_run> runs_of(const element_shape<D>& shape) {
    return runs_of(shape.extent, shape.row, D);
}

struct accessor_copies {
    using parts = accessor_parts;

    template <class A, class T>
    static void to_memory(handler& h, const A& a, T* to, std::shared_ptr<T> owner) {
        const auto* const from = parts::address(a, h);
        handler_parts::group(h).act([=, runs = runs_of(parts::shape(a))](ndweave::queue& q) {
            std::size_t at = 0;
            for (const element_run& r : runs) {
                q.memcpy(reinterpret_cast<unsigned char*>(to) + at, from + r.first, r.count * sizeof(*from));
                at += r.count * sizeof(*from);
            }
            if (owner) q.wait();
        });
    }
    template <class A, class T>
    static void from_memory(handler& h, const T* from, const A& a, std::shared_ptr<const T> owner) {
        auto* const to = parts::address(a, h);
        handler_parts::group(h).act([=, runs = runs_of(parts::shape(a))](ndweave::queue& q) {
            std::size_t at = 0;
            for (const element_run& r : runs) {
                q.memcpy(to + r.first, reinterpret_cast<const unsigned char*>(from) + at, r.count * sizeof(*to));
                at += r.count * sizeof(*to);
            }
            if (owner) q.wait();
        });
    }
    /// In row-major order. Throws errc::invalid if `to` has fewer elements.
    template <class From, class To>
    static void between(handler& h, const From& from, const To& to) {
        static_assert(sizeof(typename From::value_type) == sizeof(typename To::value_type),
                      "a copy between accessors of elements of different sizes");
        if (to.size() < from.size())
            throw ndweave::exception(ndweave::errc::invalid,
                                     "a copy of an accessor of more elements than the one it is copied to");
        const auto* const source = parts::address(from, h);
        auto* const destination = parts::address(to, h);
        handler_parts::group(h).act(
            [=, in = runs_of(parts::shape(from)), out = runs_of(parts::shape(to))](ndweave::queue& q) {
                std::size_t next = 0, done = 0;  // of `out`
                for (element_run r : in) {
                    while (r.count > 0) {
                        const element_run& o = out[next];
                        const std::size_t count = r.count < o.count - done ? r.count : o.count - done;
                        q.memcpy(destination + o.first + done, source + r.first, count * sizeof(*source));
                        r.first += count;
                        r.count -= count;
                        done += count;
                        if (done == o.count) {
                            ++next;
                            done = 0;
                        }
                    }
                }
            });
    }
    template <class A, class T>
    static void fill(handler& h, const A& a, const T& pattern) {
        using element = std::remove_const_t<typename A::value_type>;
        auto* const to = parts::address(a, h);
        handler_parts::group(h).act(
            [to, value = static_cast<element>(pattern), runs = runs_of(parts::shape(a))](ndweave::queue& q) {
                for (const element_run& r : runs) q.fill(to + r.first, value, r.count);
            });
    }
    template <class A>
    static void update_host(handler& h, const A& a) {
        parts::address(a, h);
        handler_parts::group(h).act([&storage = parts::storage(a)](ndweave::queue& q) { storage.update_host(q); });
    }
};

}  // namespace sycl::detail
