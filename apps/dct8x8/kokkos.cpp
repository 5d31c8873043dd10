/// The peer in Kokkos: an item a block for the transforms, an item a pixel for the rest.
#include "kokkos.hpp"

#include <cmath>

#include "kokkos_session.hpp"
#include "tile.hpp"

namespace ndweave::apps::dct8x8 {
namespace {

template <class T>
using view = Kokkos::View<T*>;

template <class T>
view<T> filled(const char* name, std::size_t count, T value) {
    const view<T> made(Kokkos::view_alloc(std::string(name), Kokkos::WithoutInitializing), count);
    Kokkos::deep_copy(made, value);
    return made;
}

class kokkos_stages : public stages {
public:
    kokkos_stages(const image& im, const quantization& table)
        : width_(im.width),
          height_(im.height),
          table_(table),
          in_(on_device(im.pixels.data(), im.pixels.size())),
          coefficients_(filled("coefficients", im.pixels.size(), poison)),
          restored_(filled("restored", im.pixels.size(), poison)),
          out_(filled("output", im.pixels.size(), poison)),
          levels_(filled("levels", im.pixels.size(), poison_level)) {}

    void forward() override { transform<false>("forward", in_, coefficients_); }
    void inverse() override { transform<true>("inverse", restored_, out_); }
    void quantize() override {
        const quantization table = table_;
        const view<float> from = coefficients_;
        const view<std::int16_t> to = levels_;
        per_pixel(
            "quantize", KOKKOS_LAMBDA(const std::size_t here, const std::size_t k) {
                to[here] = static_cast<std::int16_t>(std::rint(from[here] * table.reciprocal[k]));
            });
    }
    void dequantize() override {
        const quantization table = table_;
        const view<std::int16_t> from = levels_;
        const view<float> to = restored_;
        per_pixel(
            "dequantize", KOKKOS_LAMBDA(const std::size_t here, const std::size_t k) {
                to[here] = static_cast<float>(from[here]) * table.divisor[k];
            });
    }

    void wait() override { Kokkos::fence(); }

    std::vector<float> coefficients() override { return to_host(coefficients_); }
    std::vector<std::int16_t> levels() override { return to_host(levels_); }
    std::vector<float> restored() override { return to_host(restored_); }
    std::vector<float> pixels() override { return to_host(out_); }

    // Public, for nvcc lets no kernel stand in a private function.
    template <bool Inverse>
    void transform(const char* name, const view<float>& from, const view<float>& to) const {
        const std::size_t width = width_, across = width_ / block;
        const float* in = from.data();
        float* out = to.data();
        Kokkos::parallel_for(
            name, across * (height_ / block), KOKKOS_LAMBDA(const std::size_t i) {
                transform_tile<Inverse>(in, out, i / across * block * width + i % across * block, width);
            });
    }

    /// body(pixel, place within its block)
    template <class F>
    void per_pixel(const char* name, const F& body) const {
        const std::size_t width = width_;
        Kokkos::parallel_for(
            name,
            Kokkos::MDRangePolicy<Kokkos::Rank<2, Kokkos::Iterate::Right, Kokkos::Iterate::Right>>(
                {0, 0}, {static_cast<std::int64_t>(height_), static_cast<std::int64_t>(width_)}),
            KOKKOS_LAMBDA(const std::size_t y, const std::size_t x) {
                body(y * width + x, y % block * block + x % block);
            });
    }

private:
    std::size_t width_, height_;
    quantization table_;
    view<float> in_, coefficients_, restored_, out_;
    view<std::int16_t> levels_;
};

std::unique_ptr<stages> make(const image& im, const quantization& table) {
    start_kokkos();
    return std::make_unique<kokkos_stages>(im, table);
}

}  // namespace

NDWEAVE_KOKKOS_PEER_IS({make})

}  // namespace ndweave::apps::dct8x8
