/// Copies past the caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace ndweave::detail {

/// memcpy for memory that a device reads next: what is written is not read into the caches first, which the threads of
/// a large copy would fight for. What was written is there for the device on return.
inline void streaming_copy(char* to, const char* from, std::size_t bytes) {
#if defined(__x86_64__)
    constexpr std::size_t line = 64, word = sizeof(__m128i), ahead = 16 * line;  // bytes; read ahead of the copy
    const std::size_t head = -reinterpret_cast<std::uintptr_t>(to) % line;
    if (bytes > head + line) {
        std::memcpy(to, from, head);
        to += head;
        from += head;
        bytes -= head;
        for (; bytes >= line; to += line, from += line, bytes -= line) {
            _mm_prefetch(from + ahead, _MM_HINT_T0);
            for (std::size_t at = 0; at < line; at += word) {
                _mm_stream_si128(reinterpret_cast<__m128i*>(to + at),
                                 _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at)));
            }
        }
        _mm_sfence();
    }
#endif
    std::memcpy(to, from, bytes);
}

}  // namespace ndweave::detail
