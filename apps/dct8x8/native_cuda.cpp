/// The CUDA C++ peer behind the interface that all versions of DCT8x8 share.
#include "native_cuda.h"

#include "peer_library.hpp"
#include "setup.hpp"
#include "stages.hpp"

namespace ndweave::apps::dct8x8 {
namespace {

class cuda_stages : public stages {
public:
    cuda_stages(const image& im, const quantization& table)
        : functions_(*static_cast<const cuda_functions*>(load_cuda_peer("dct8x8"))), count_(im.pixels.size()) {
        check_peer(functions_.create(im.width, im.height, im.pixels.data(), table.divisor, table.reciprocal, &state_));
    }
    cuda_stages(const cuda_stages&) = delete;
    ~cuda_stages() override { functions_.destroy(state_); }

    void forward() override { check_peer(functions_.submit(state_, cuda_stage::forward)); }
    void quantize() override { check_peer(functions_.submit(state_, cuda_stage::quantize)); }
    void dequantize() override { check_peer(functions_.submit(state_, cuda_stage::dequantize)); }
    void inverse() override { check_peer(functions_.submit(state_, cuda_stage::inverse)); }
    void wait() override { check_peer(functions_.wait(state_)); }

    std::vector<float> coefficients() override {
        std::vector<float> values(count_);
        check_peer(functions_.read(state_, values.data(), nullptr, nullptr, nullptr));
        return values;
    }
    std::vector<std::int16_t> levels() override {
        std::vector<std::int16_t> values(count_);
        check_peer(functions_.read(state_, nullptr, values.data(), nullptr, nullptr));
        return values;
    }
    std::vector<float> restored() override {
        std::vector<float> values(count_);
        check_peer(functions_.read(state_, nullptr, nullptr, values.data(), nullptr));
        return values;
    }
    std::vector<float> pixels() override {
        std::vector<float> values(count_);
        check_peer(functions_.read(state_, nullptr, nullptr, nullptr, values.data()));
        return values;
    }

private:
    const cuda_functions& functions_;
    std::size_t count_;
    void* state_ = nullptr;
};

}  // namespace

std::vector<result> run_cuda(const context& run) {
    const image im = make_image(run);
    const quantization table = make_quantization(run);
    cuda_stages work(im, table);
    return measure_stages(run, im, table, work);
}

}  // namespace ndweave::apps::dct8x8
