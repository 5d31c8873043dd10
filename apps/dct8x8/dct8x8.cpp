#include "app.hpp"
#include "device_array.hpp"
#include "event_time.hpp"
#include "kernels.hpp"
#include "kokkos.hpp"
#include "meter.hpp"
#include "peer_library.hpp"
#include "reference.hpp"
#include "setup.hpp"
#include "stages.hpp"

namespace ndweave::apps {
namespace dct8x8 {

namespace {

class device_stages : public stages {
public:
    device_stages(queue& q, const image& im, const quantization& table)
        : q_(q),
          gpu_(q.get_device().is_gpu()),
          view_{im.width, im.height},
          table_(table),
          in_(q, im.pixels),
          coefficients_(q, std::vector<float>(im.pixels.size(), poison)),
          restored_(q, std::vector<float>(im.pixels.size(), poison)),
          out_(q, std::vector<float>(im.pixels.size(), poison)),
          levels_(q, std::vector<std::int16_t>(im.pixels.size(), poison_level)) {}

    void forward_by_matrix(const float* matrix) {
        submitted(transform_matrix(q_, view_, matrix, in_.get(), coefficients_.get()));
    }
    void forget_coefficients() { coefficients_.assign(std::vector<float>(coefficients_.size(), poison)); }

    void forward() override { transform<direction::forward>(in_, coefficients_); }
    void quantize() override {
        const auto submit = gpu_ ? dct8x8::quantize<blocks_of_item> : dct8x8::quantize<1>;
        submitted(submit(q_, view_, table_, coefficients_.get(), levels_.get()));
    }
    void dequantize() override {
        const auto submit = gpu_ ? dct8x8::dequantize<blocks_of_item> : dct8x8::dequantize<1>;
        submitted(submit(q_, view_, table_, levels_.get(), restored_.get()));
    }
    void inverse() override { transform<direction::inverse>(restored_, out_); }
    void wait() override { q_.wait(); }

    std::vector<double> event_samples(const context& run, const std::function<void()>& stages) override {
        const queue untimed = q_;
        std::vector<double> samples = apps::event_samples(run, [&](queue& timed) {
            q_ = timed;
            first_.reset();
            stages();
            return device_seconds(*first_, last_);
        });
        q_ = untimed;
        return samples;
    }

    std::vector<float> coefficients() override { return coefficients_.to_host(); }
    std::vector<std::int16_t> levels() override { return levels_.to_host(); }
    std::vector<float> restored() override { return restored_.to_host(); }
    std::vector<float> pixels() override { return out_.to_host(); }

private:
    static constexpr int blocks_of_item = 8;

    template <direction Direction>
    void transform(const device_array<float>& from, device_array<float>& to) {
        const auto submit = gpu_ ? transform_separable<Direction> : transform_blocks<Direction>;
        submitted(submit(q_, view_, from.get(), to.get()));
    }

    void submitted(const event& e) {
        if (!first_) first_ = e;
        last_ = e;
    }

    queue q_;
    bool gpu_;
    std::optional<event> first_;
    event last_;
    image_view view_;
    const quantization& table_;
    device_array<float> in_, coefficients_, restored_, out_;
    device_array<std::int16_t> levels_;
};

result measure_matrix(const context& run, const image& im, device_stages& work) {
    const std::vector<float> matrix = transform_matrix_entries();
    const device_array<float> entries(*run.queue, matrix);
    const auto transform = [&] { work.forward_by_matrix(entries.get()); };
    timing times = sample(run, [&] {
        transform();
        work.wait();
    });
    times.event_samples = work.event_samples(run, transform);
    verification check = verify_forward(im, work.coefficients());
    if (const verification orthonormal = verify_matrix(matrix); !orthonormal.passed) check = orthonormal;
    work.forget_coefficients();
    return make_row("forward_matrix", im, matrix_work, std::move(times), check);
}

std::vector<result> run_dct8x8(const context& run) {
    const image im = make_image(run);
    const quantization table = make_quantization(run);
    device_stages work(*run.queue, im, table);
    std::vector<result> rows{measure_matrix(run, im, work)};
    for (result& row : measure_stages(run, im, table, work)) rows.push_back(std::move(row));
    if (run.params.has("output")) write_image(run.params.text("output", ""), {im.width, im.height, work.pixels()});
    return rows;
}

std::vector<result> run_kokkos(const context& run) {
    const auto& peer = kokkos_peer_of<kokkos_makers>("dct8x8");
    const image im = make_image(run);
    const quantization table = make_quantization(run);
    return with_kokkos_name(measure_stages(run, im, table, *peer.make.make(im, table)), peer.name());
}

std::string cuda_missing() { return cuda_peer_missing("dct8x8"); }
std::string kokkos_missing() { return apps::kokkos_missing<kokkos_makers>("dct8x8"); }

}  // namespace
}  // namespace dct8x8

extern const application dct8x8_app{"dct8x8",
                                    "forward DCT, quantization and their inverses on 8x8 blocks of an image",
                                    {"width", "height", "quality", "image", "output"},
                                    dct8x8::run_dct8x8,
                                    {
                                        {"native", dct8x8::run_native, linked_peer_missing},
                                        {"native-cuda", dct8x8::run_cuda, dct8x8::cuda_missing},
                                        {"kokkos", dct8x8::run_kokkos, dct8x8::kokkos_missing},
                                    }};

}  // namespace ndweave::apps
