/// The peer: OpenMP over rows of blocks.
#include <cmath>

#include "setup.hpp"
#include "stages.hpp"
#include "tile.hpp"

namespace ndweave::apps::dct8x8 {
namespace {

class openmp_stages : public stages {
public:
    openmp_stages(const image& im, const quantization& table)
        : in_(im),
          table_(table),
          coefficients_(im.pixels.size(), poison),
          restored_(im.pixels.size(), poison),
          out_(im.pixels.size(), poison),
          levels_(im.pixels.size(), poison_level) {}

    void forward() override { transform<false>(in_.pixels.data(), coefficients_.data()); }
    void inverse() override { transform<true>(restored_.data(), out_.data()); }
    void quantize() override {
        const std::size_t width = in_.width;
#pragma omp parallel for schedule(static)
        for (std::size_t y = 0; y < in_.height; ++y) {
            for (std::size_t x = 0; x < width; ++x) {
                levels_[y * width + x] = static_cast<std::int16_t>(
                    std::rint(coefficients_[y * width + x] * table_.reciprocal[y % 8 * 8 + x % 8]));
            }
        }
    }
    void dequantize() override {
        const std::size_t width = in_.width;
#pragma omp parallel for schedule(static)
        for (std::size_t y = 0; y < in_.height; ++y) {
            for (std::size_t x = 0; x < width; ++x) {
                restored_[y * width + x] =
                    static_cast<float>(levels_[y * width + x]) * table_.divisor[y % 8 * 8 + x % 8];
            }
        }
    }

    std::vector<float> coefficients() override { return coefficients_; }
    std::vector<std::int16_t> levels() override { return levels_; }
    std::vector<float> restored() override { return restored_; }
    std::vector<float> pixels() override { return out_; }

private:
    template <bool Inverse>
    void transform(const float* in, float* out) const {
        const std::size_t width = in_.width;
#pragma omp parallel for schedule(static)
        for (std::size_t y = 0; y < in_.height; y += block) {
            for (std::size_t x = 0; x < width; x += block) transform_tile<Inverse>(in, out, y * width + x, width);
        }
    }

    const image& in_;
    const quantization& table_;
    std::vector<float> coefficients_, restored_, out_;
    std::vector<std::int16_t> levels_;
};

}  // namespace

std::vector<result> run_native(const context& run) {
    const image im = make_image(run);
    const quantization table = make_quantization(run);
    openmp_stages work(im, table);
    return measure_stages(run, im, table, work);
}

}  // namespace ndweave::apps::dct8x8
