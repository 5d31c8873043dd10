/// What a programming model brings to the round trip, and the measurement that all of them share.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "app.hpp"
#include "image.hpp"
#include "quantization.hpp"

namespace ndweave::apps::dct8x8 {

/// What every buffer starts as: nothing that a stage would leave, so that an unwritten element shows.
inline constexpr float poison = -3e30f;
inline constexpr std::int16_t poison_level = -32768;

/// The buffers hold one value a pixel. A stage may return before it is done; the next one and wait() follow it.
class stages {
public:
    virtual ~stages() = default;

    virtual void forward() = 0;     // pixels -> coefficients
    virtual void quantize() = 0;    // coefficients -> levels
    virtual void dequantize() = 0;  // levels -> restored coefficients
    virtual void inverse() = 0;     // restored coefficients -> pixels
    virtual void wait() {}          // returns when everything is done

    /// Seconds of further calls of `stages`, which submits stages, by the device's events; empty where it has none.
    virtual std::vector<double> event_samples(const context&, const std::function<void()>& /*stages*/) { return {}; }

    virtual std::vector<float> coefficients() = 0;
    virtual std::vector<std::int16_t> levels() = 0;
    virtual std::vector<float> restored() = 0;
    virtual std::vector<float> pixels() = 0;
};

/// Measures each stage and the four together, and checks what each left: a row for each.
std::vector<result> measure_stages(const context&, const image&, const quantization&, stages&);

}  // namespace ndweave::apps::dct8x8
