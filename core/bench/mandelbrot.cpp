// Iterations of z = z^2 + c for the pixels of [-2, 1] x [-1.5, 1.5]: a loop that work-items leave at different times,
// or that a sub-group leaves when none of its work-items is inside any more, by vote.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

constexpr std::int32_t limit = 256;

struct mandelbrot {
    static constexpr bool barriers = false;
    queue q;
    std::size_t width, height;
    array<std::int32_t> count;

    explicit mandelbrot(setup& s)
        : q(s.q), width(s.size(1024, 61)), height(s.size(1024, 47)), count(width * height, q) {
        for (std::size_t i = 0; i < count.size(); ++i) count[i] = -1;
    }

    void run(const kernel_properties& properties) {
        std::int32_t* const out = count.get();
        const std::size_t w = width;
        const float dx = 3.0f / static_cast<float>(width), dy = 3.0f / static_cast<float>(height);
        q.parallel_for(range<2>(height, width), properties, [=](id<2> pixel) {
            const float cx = -2.0f + dx * (static_cast<float>(pixel[1]) + 0.5f);
            const float cy = -1.5f + dy * (static_cast<float>(pixel[0]) + 0.5f);
            float x = 0, y = 0;
            std::int32_t i = 0;
            for (; i < limit && x * x + y * y < 4; ++i) {
                const float next = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = next;
            }
            out[pixel[0] * w + pixel[1]] = i;
        });
    }
    void run(const peer_table& peer) { peer.mandelbrot(count.get(), width, height, limit); }

    static constexpr const char* opencl_c = R"(
kernel void run(global int* count, float dx, float dy, int limit) {
    const float cx = -2.0f + dx * (get_global_id(0) + 0.5f), cy = -1.5f + dy * (get_global_id(1) + 0.5f);
    float x = 0, y = 0;
    int i = 0;
    for (; i < limit && x * x + y * y < 4; ++i) {
        const float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
    }
    count[get_global_id(1) * get_global_size(0) + get_global_id(0)] = i;
})";
    void bind(opencl_kernel& k) {
        k.arguments(count, 3.0f / static_cast<float>(width), 3.0f / static_cast<float>(height), limit);
        k.ranges({width, height});
    }

    /// The orbit in double precision, whose count must not depend on a small shift of the point: near the set's edge
    /// every precision has a count of its own.
    std::string wrong() const {
        std::size_t sure = 0;
        const auto reference = [&](std::size_t i) {
            const double cx = -2 + 3 * (static_cast<double>(i % width) + 0.5) / static_cast<double>(width);
            const double cy = -1.5 + 3 * (static_cast<double>(i / width) + 0.5) / static_cast<double>(height);
            const double here = iterations(cx, cy), shift = 1e-5;
            const bool steady = iterations(cx + shift, cy) == here && iterations(cx - shift, cy) == here &&
                                iterations(cx, cy + shift) == here && iterations(cx, cy - shift) == here;
            sure += steady;
            return expected{here, steady ? 0.0 : limit};
        };
        const std::size_t stride = 17;
        const std::string text = compare(count, reference, stride);
        if (!text.empty() || sure * stride > count.size() / 2) return text;
        return "fewer than half of the pixels have a certain count";
    }

    static double iterations(double cx, double cy) {
        double x = 0, y = 0;
        std::int32_t i = 0;
        for (; i < limit && x * x + y * y < 4; ++i) {
            const double next = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = next;
        }
        return i;
    }
};

struct mandelbrot_by_votes : mandelbrot {
    static constexpr bool barriers = true;
    static constexpr std::size_t local = 64;
    using mandelbrot::mandelbrot;

    void run(const kernel_properties& properties) {
        std::int32_t* const out = count.get();
        const std::size_t w = width, columns = (width + local - 1) / local * local;
        const float dx = 3.0f / static_cast<float>(width), dy = 3.0f / static_cast<float>(height);
        q.parallel_for(nd_range<2>({height, columns}, {1, local}), properties, [=](nd_item<2> it) {
            const sub_group sg = it.get_sub_group();
            const std::size_t row = it.get_global_id(0), column = it.get_global_id(1);
            const float cx = -2.0f + dx * (static_cast<float>(column) + 0.5f);
            const float cy = -1.5f + dy * (static_cast<float>(row) + 0.5f);
            float x = 0, y = 0;
            std::int32_t i = 0;
            bool inside = column < w;
            while (any_of_group(sg, inside)) {
                if (inside) {
                    const float next = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = next;
                    ++i;
                    inside = i < limit && x * x + y * y < 4;
                }
            }
            if (column < w) out[row * w + column] = i;
        });
    }
};

}  // namespace

void register_benchmarks() {
    register_page<mandelbrot>("mandelbrot");
    register_kernel<mandelbrot_by_votes>("mandelbrot/votes_16", {.sub_group_size = 16});
    register_kernel<mandelbrot_by_votes>("mandelbrot/votes_32", {.sub_group_size = 32});
}

}  // namespace ndweave::bench
