// Kernels whose control flow is known to be hard for continuation-based synchronization. kernels_O0.ll and
// kernels_O2.ll are made from this file:
//     clang++-19 -std=c++20 -O0 -Xclang -disable-O0-optnone -S -emit-llvm -fno-discard-value-names kernels.cpp
//     clang++-19 -std=c++20 -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -S -emit-llvm kernels.cpp
#include <cstdint>

extern "C" {
std::uint32_t __ndweave_local_id(std::uint32_t axis) __attribute__((const));
std::uint32_t __ndweave_local_range(std::uint32_t axis) __attribute__((const));
std::uint64_t __ndweave_global_id(std::uint32_t axis) __attribute__((const));
std::uint64_t __ndweave_group_id(std::uint32_t axis) __attribute__((const));
std::uint32_t __ndweave_sub_group_local_id() __attribute__((const));
std::uint32_t __ndweave_shuffle_u32(std::uint32_t value, std::uint32_t lane) __attribute__((convergent));
void* __ndweave_local_memory() __attribute__((const));
void __ndweave_barrier() __attribute__((convergent));
void __ndweave_sub_group_barrier() __attribute__((convergent));

struct functor {
    const std::uint32_t* in;
    std::uint32_t* out;
    std::uint32_t* sums;
    std::uint32_t n;
    std::uint32_t m;
};

#define SETUP                                                                       \
    const std::uint32_t l = __ndweave_local_id(0), size = __ndweave_local_range(0); \
    const std::uint64_t g = __ndweave_global_id(0);                                 \
    auto* s = static_cast<std::uint32_t*>(__ndweave_local_memory());                \
    (void)l, (void)size, (void)g, (void)s

void straight_line(const functor* f) {
    SETUP;
    s[l] = f->in[g];
    __ndweave_barrier();
    f->out[g] = s[size - 1 - l];
}

void tree_reduction(const functor* f) {
    SETUP;
    s[l] = f->in[g];
    __ndweave_barrier();
    for (std::uint32_t k = size / 2; k > 0; k /= 2) {
        if (l < k) s[l] += s[l + k];
        __ndweave_barrier();
    }
    f->out[g] = s[0];
}

void unequal_trips(const functor* f) {
    SETUP;
    s[l] = 0;
    for (std::uint32_t i = 0; i < 2 + l; ++i) {
        s[l] += i;
        if (i < 2) __ndweave_barrier();
    }
    f->out[g] = s[l];
}

void value_before_barrier_used_after(const functor* f) {
    SETUP;
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < f->n + 3; ++i) {
        const std::uint32_t v = f->in[(g + i) % 256];
        s[l] = v;
        __ndweave_barrier();
        sum += v * s[(l + 1) % size];
        __ndweave_barrier();
    }
    f->out[g] = sum;
}

void rotating_values(const functor* f) {
    SETUP;
    std::uint32_t a = l, b = f->in[g], c = 3;
    for (std::uint32_t i = 0; i < f->n; ++i) {
        s[l] = a;
        __ndweave_barrier();
        const std::uint32_t t = a;
        a = b;
        b = c + s[(l + i) % size];
        c = t;
        __ndweave_barrier();
    }
    f->out[g] = a + 7 * b + 31 * c;
}

void conditional_barriers(const functor* f) {
    SETUP;
    std::uint32_t v = f->in[g];
    if (f->n > 3) {
        s[l] = v;
        __ndweave_barrier();
        v += s[(l + 3) % size];
        if (f->m % 2) {
            __ndweave_barrier();
            s[l] = v * 5;
            __ndweave_barrier();
            v -= s[(l + 1) % size];
        }
    } else {
        v *= 3;
        for (std::uint32_t i = 0; i < f->m; ++i) {
            __ndweave_barrier();
            s[l] = v + i;
            __ndweave_barrier();
            v ^= s[(l + i) % size];
            if (v % 2) v += i;
        }
    }
    f->out[g] = v;
}

void early_return(const functor* f) {
    SETUP;
    f->out[g] = 1;
    if (f->n < 4) return;
    s[l] = f->in[g];
    __ndweave_barrier();
    if (__ndweave_group_id(0) == 1) return;
    f->out[g] = s[(l + 1) % size];
}

/// After the branch, which all take together, not all of those that took it are left.
void leave_in_one_arm(const functor* f) {
    SETUP;
    std::uint32_t x = f->in[g];
    if (f->n > 1) {
        for (std::uint32_t i = 0; i < f->m + l % 3; ++i) {
            if (x % 7 == 3) return;
            x = x * 5 + f->in[i];
        }
    }
    f->out[g] = x;
}

/// Where the arms meet, all are left only of those that took the first.
void leave_in_the_other_arm(const functor* f) {
    SETUP;
    std::uint32_t x = f->in[g];
    if (f->n > 1) {
        for (std::uint32_t i = 0; i < f->in[3] % 4; ++i) x = x * 5 + f->in[i];
    } else {
        if (x % 3 == 1) {
            for (std::uint32_t i = 0; i < l % 5; ++i) f->out[g] += f->in[l + i];
            return;
        }
        x = x * 3 + 1;
    }
    f->out[g] = x;
}

void private_array(const functor* f) {
    SETUP;
    std::uint32_t mine[8];
    for (std::uint32_t i = 0; i < 8; ++i) mine[i] = f->in[(g + i) % 256];
    for (std::uint32_t i = 0; i < f->n; ++i) {
        s[l] = mine[(l + i) % 8];
        __ndweave_barrier();
        mine[s[(l + 1) % size] % 8] += i;
        __ndweave_barrier();
    }
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < 8; ++i) sum = sum * 3 + mine[(i + l) % 8];
    f->out[g] = sum;
}

void divergent_loops(const functor* f) {
    SETUP;
    std::uint32_t x = f->in[g], steps = 0;
    if (l % 3) {
        while (x % 16 && steps < 40) {
            x = x % 2 ? 3 * x + 1 : x / 2;
            ++steps;
            for (std::uint32_t i = 0; i < l % 4; ++i) x += i;
        }
        x += steps;
    }
    f->out[g] = x;
}

void nested_rows(const functor* f) {
    const std::uint32_t x = __ndweave_local_id(0), y = __ndweave_local_id(1);
    const std::uint32_t columns = __ndweave_local_range(0), rows = __ndweave_local_range(1);
    auto* s = static_cast<std::uint32_t*>(__ndweave_local_memory());
    const std::uint64_t group = __ndweave_group_id(0);
    const std::uint32_t item = y * columns + x;
    std::uint32_t sum = 0;
    for (std::uint32_t t = 0; t < f->n; ++t) {
        s[item] = f->in[(item + t) % 256];
        __ndweave_barrier();
        for (std::uint32_t k = 0; k < columns; ++k) sum += s[y * columns + k] * s[(k % rows) * columns + x];
        __ndweave_barrier();
    }
    f->out[group * rows * columns + item] = sum;
}

void guards(const functor* f) {
    SETUP;
    const std::uint32_t n = f->n, m = f->m;
    const auto last = static_cast<std::uint32_t>(g - l) + m;
    const auto signed_l = static_cast<std::int32_t>(l), signed_n = static_cast<std::int32_t>(n);
    s[l] = f->in[g];
    __ndweave_barrier();
    if (l < n) s[l] += 1;
    __ndweave_barrier();
    if (m >= l) s[l] += 10;
    __ndweave_barrier();
    if (l > n) s[l] += 100;
    __ndweave_barrier();
    if (n <= l) s[l] += 1000;
    __ndweave_barrier();
    if (l == n) s[l] += 10000;
    __ndweave_barrier();
    if (signed_l - 3 < signed_n) s[l] += 100000;
    __ndweave_barrier();
    if (signed_l >= signed_n - 2) s[l] += 1000000;
    __ndweave_barrier();
    if (l >= n && l < m && f->in[l] % 2 == 0) s[l] *= 3;
    __ndweave_barrier();
    if (l + n > m || f->in[l] % 2 == 0) s[l] *= 5;
    __ndweave_barrier();
    if (g < last) s[l] *= 7;
    __ndweave_barrier();
    f->out[g] = s[l];
}

/// The trip count is the same for all, whichever arm has loaded the pointer to it.
void sub_group_after_branches(const functor* f) {
    SETUP;
    std::uint32_t x = l;
    if (l % 3 == 0) {
        for (std::uint32_t i = 0; i < l % 4; ++i) x += f->in[i] * x;
    } else {
        x ^= f->in[x + 1];
    }
    for (std::uint32_t i = 0; i < f->in[2] % 4; ++i) {
        x += __ndweave_shuffle_u32(x, __ndweave_sub_group_local_id() ^ 1);
    }
    f->out[g] = x;
}

void sub_group_sum(const functor* f) {
    SETUP;
    std::uint32_t v = f->in[g];
    const std::uint32_t lane = __ndweave_sub_group_local_id();
    for (std::uint32_t step = 8; step > 0; step /= 2) v += __ndweave_shuffle_u32(v, lane ^ step);
    __ndweave_sub_group_barrier();
    f->out[g] = v + __ndweave_shuffle_u32(v * l, 3);
}

void divergent_shuffle(const functor* f) {
    SETUP;
    std::uint32_t v = f->in[g];
    if (l < 16) v = __ndweave_shuffle_u32(v, 0);
    f->out[g] = v;
}
}
