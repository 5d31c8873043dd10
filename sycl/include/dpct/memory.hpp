/// dpct's memory: allocation, copies and fills, also of rows with a pitch. Addresses are those of unified shared
/// memory; directions of copies say nothing that a queue does not find itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dpct/device.hpp"
#include "dpct/device_memory.hpp"
#include "sycl/memory/usm.hpp"

namespace dpct {

enum memcpy_direction { host_to_host, host_to_device, device_to_host, device_to_device, automatic };

/// Rows of memory in two or three dimensions: `x` bytes of each row are used, and `pitch` bytes behind a row's start
/// the next one starts; behind `y` rows the next slice.
class pitched_data {
public:
    pitched_data() = default;
    pitched_data(void* data, std::size_t pitch, std::size_t x, std::size_t y)
        : data_(data), pitch_(pitch), x_(x), y_(y) {}

    void* get_data_ptr() const { return data_; }
    void set_data_ptr(void* data) { data_ = data; }
    std::size_t get_pitch() const { return pitch_; }
    void set_pitch(std::size_t pitch) { pitch_ = pitch; }
    std::size_t get_x() const { return x_; }
    void set_x(std::size_t x) { x_ = x; }
    std::size_t get_y() const { return y_; }
    void set_y(std::size_t y) { y_ = y; }

private:
    void* data_ = nullptr;
    std::size_t pitch_ = 0, x_ = 0, y_ = 0;
};

namespace detail {

NDWEAVE_EXPORT void* allocate(std::size_t& pitch, std::size_t x, std::size_t y, std::size_t z, sycl::queue&);
NDWEAVE_EXPORT sycl::event copy_box(const pitched_data& to, const sycl::id<3>& to_at, const pitched_data& from,
                                    const sycl::id<3>& from_at, const sycl::range<3>& size, sycl::queue&);
NDWEAVE_EXPORT sycl::event set_box(const pitched_data& to, int value, const sycl::range<3>& size, sycl::queue&);

inline sycl::event copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t x,
                             std::size_t y, sycl::queue& q) {
    return copy_box({to, to_pitch, x, y}, {0, 0, 0}, {const_cast<void*>(from), from_pitch, x, y}, {0, 0, 0}, {x, y, 1},
                    q);
}
inline sycl::event set_rows(void* to, std::size_t pitch, int value, std::size_t x, std::size_t y, sycl::queue& q) {
    return set_box({to, pitch, x, y}, value, {x, y, 1}, q);
}

}  // namespace detail

/// malloc_device; null where memory runs out.
inline void* dpct_malloc(std::size_t bytes, sycl::queue& q = get_default_queue()) {
    return sycl::malloc_device(bytes, q);
}
/// `y` rows of `x` bytes, and the pitch that it chose.
inline void* dpct_malloc(std::size_t& pitch, std::size_t x, std::size_t y, sycl::queue& q = get_default_queue()) {
    return detail::allocate(pitch, x, y, 1, q);
}
/// Bytes, rows and slices.
NDWEAVE_EXPORT pitched_data dpct_malloc(sycl::range<3> size, sycl::queue& q = get_default_queue());

inline void dpct_free(void* memory, sycl::queue& q = get_default_queue()) {
    if (memory) sycl::free(memory, q);
}
/// Behind the events.
inline void async_dpct_free(const std::vector<void*>& memory, const std::vector<sycl::event>& events,
                            sycl::queue& q = get_default_queue()) {
    q.submit([&](sycl::handler& h) {
        h.depends_on(events);
        h.host_task([memory, context = q.get_context()] {
            for (void* const one : memory) {
                if (one) sycl::free(one, context);
            }
        });
    });
}

// The functions that begin with async_ return at once, the others when it is done.

inline sycl::event async_dpct_memcpy(void* to, const void* from, std::size_t bytes, memcpy_direction = automatic,
                                     sycl::queue& q = get_default_queue()) {
    return q.memcpy(to, from, bytes);
}
inline void dpct_memcpy(void* to, const void* from, std::size_t bytes, memcpy_direction = automatic,
                        sycl::queue& q = get_default_queue()) {
    q.memcpy(to, from, bytes).wait();
}
/// `y` rows of `x` bytes.
inline sycl::event async_dpct_memcpy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t x, std::size_t y, memcpy_direction = automatic,
                                     sycl::queue& q = get_default_queue()) {
    return detail::copy_rows(to, to_pitch, from, from_pitch, x, y, q);
}
inline void dpct_memcpy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t x,
                        std::size_t y, memcpy_direction = automatic, sycl::queue& q = get_default_queue()) {
    detail::copy_rows(to, to_pitch, from, from_pitch, x, y, q).wait();
}
/// A box of bytes, rows and slices at such places.
inline sycl::event async_dpct_memcpy(const pitched_data& to, const sycl::id<3>& to_at, const pitched_data& from,
                                     const sycl::id<3>& from_at, const sycl::range<3>& size,
                                     memcpy_direction = automatic, sycl::queue& q = get_default_queue()) {
    return detail::copy_box(to, to_at, from, from_at, size, q);
}
inline void dpct_memcpy(const pitched_data& to, const sycl::id<3>& to_at, const pitched_data& from,
                        const sycl::id<3>& from_at, const sycl::range<3>& size, memcpy_direction = automatic,
                        sycl::queue& q = get_default_queue()) {
    detail::copy_box(to, to_at, from, from_at, size, q).wait();
}

inline sycl::event async_dpct_memset(void* memory, int value, std::size_t bytes, sycl::queue& q = get_default_queue()) {
    return q.memset(memory, value, bytes);
}
inline void dpct_memset(void* memory, int value, std::size_t bytes, sycl::queue& q = get_default_queue()) {
    q.memset(memory, value, bytes).wait();
}
inline sycl::event async_dpct_memset(void* memory, std::size_t pitch, int value, std::size_t x, std::size_t y,
                                     sycl::queue& q = get_default_queue()) {
    return detail::set_rows(memory, pitch, value, x, y, q);
}
inline void dpct_memset(void* memory, std::size_t pitch, int value, std::size_t x, std::size_t y,
                        sycl::queue& q = get_default_queue()) {
    detail::set_rows(memory, pitch, value, x, y, q).wait();
}
inline sycl::event async_dpct_memset(const pitched_data& memory, int value, const sycl::range<3>& size,
                                     sycl::queue& q = get_default_queue()) {
    return detail::set_box(memory, value, size, q);
}
inline void dpct_memset(const pitched_data& memory, int value, const sycl::range<3>& size,
                        sycl::queue& q = get_default_queue()) {
    detail::set_box(memory, value, size, q).wait();
}
/// `count` numbers of 16 and of 32 bits.
inline void dpct_memset_d16(void* memory, unsigned short value, std::size_t count,
                            sycl::queue& q = get_default_queue()) {
    q.fill(memory, value, count).wait();
}
inline void dpct_memset_d32(void* memory, unsigned value, std::size_t count, sycl::queue& q = get_default_queue()) {
    q.fill(memory, value, count).wait();
}

}  // namespace dpct
