/// What a programming model brings to miniBUDE: the deck in its memory and the kernel in every configuration.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "app.hpp"
#include "deck.hpp"

namespace ndweave::apps::minibude {

/// Poses a work-item evaluates.
inline constexpr std::array ppwi_values{1, 2, 4, 8, 16, 32, 64, 128};

class docking {
public:
    virtual ~docking() = default;

    /// Energies of all poses; `ppwi` is one of ppwi_values. Returns when done.
    virtual void evaluate(int ppwi, int work_group) = 0;
    /// Seconds of further evaluations by the device's events; empty where it has none.
    virtual std::vector<double> event_samples(const context&, int /*ppwi*/, int /*work_group*/) { return {}; }
    /// Overwrites the energies with what no evaluation gives.
    virtual void forget() = 0;
    virtual std::vector<float> energies() = 0;
    virtual int largest_work_group(int ppwi) const = 0;
};

/// Throws unavailable where the CUDA C++ peer is not here.
std::unique_ptr<docking> make_cuda_docking(const deck&);

}  // namespace ndweave::apps::minibude
