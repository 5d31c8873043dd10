#include "step.hpp"

#include <optional>
#include <stdexcept>
#include <string>

#include "elements.hpp"
#include "nodes.hpp"

namespace ndweave::apps::lulesh {
namespace {

void submit_step(const launcher& l, const domain& d, std::int64_t step) {
    const domain_view view = d.view(step);
    if (!l.gpu) choose_step(l.q, view);
    corner_forces(l, view);
    d.exchange_forces();
    move_nodes(l, view);
    kinematics(l, view);
    d.exchange_gradients();
    update_elements(l, view, d.regions());
    d.combine_bounds(view);
}

/// Whether the run ends with `c`.
bool ends_with(const step_control& c) {
    const std::int32_t finished = finished_after(c);
    if (finished == 2) {
        throw std::runtime_error("lulesh: an element turned inside out or its viscosity ran away in time step " +
                                 std::to_string(c.cycle));
    }
    return finished != 0;
}

}  // namespace

/// A batch of steps, as a graph where a rank has all, and the control blocks that follow the last two runs of it.
class stepper::batches {
public:
    batches(queue& q, const domain& d)
        : q_(q),
          domain_(d),
          control_(d.view(steps).previous),
          pinned_(q.get_device().has(aspect::usm_host_allocations) ? malloc_host<step_control>(2, q) : nullptr),
          seen_(pinned_ ? pinned_ : plain_) {
        if (d.is_divided()) return;
        command_graph recorded(q);
        recorded.begin_recording(q);
        for (int step = 0; step < steps; ++step) submit_step({q, true}, d, step);
        recorded.end_recording();
        graph_.emplace(recorded.finalize());
    }
    batches(const batches&) = delete;
    ~batches() {
        if (pinned_) free(pinned_, q_);
    }

    step_control run(const std::function<void(const step_control&)>& progress) {
        submit(0);
        for (int n = 0;; ++n) {
            submit(n + 1);  // the device goes on while the host looks
            read_[n % 2].wait();
            const step_control c = seen_[n % 2];
            if (ends_with(c)) {
                q_.wait();
                return c;
            }
            if (progress) progress(c);
        }
    }

private:
    // Even, for two control blocks take turns; few, for those after the end are in vain.
    static constexpr int steps = 16;

    void submit(int n) {
        if (graph_) {
            q_.ext_oneapi_graph(*graph_);
        } else {
            for (int step = 0; step < steps; ++step) submit_step({q_, true}, domain_, step);
        }
        read_[n % 2] = q_.copy(control_, seen_ + n % 2, 1);
    }

    queue& q_;
    const domain& domain_;
    std::optional<command_graph<graph_state::executable>> graph_;
    const step_control* control_;
    step_control* pinned_;     // copies into it do not wait
    step_control plain_[2]{};  // where the device has no such memory: it pauses between batches
    step_control* seen_;       // the one of them that serves
    event read_[2];
};

stepper::stepper(queue& q, domain& d) : queue_(q), domain_(d) {
    if (q.get_device().is_gpu()) batches_ = std::make_unique<batches>(q, d);
}
stepper::~stepper() = default;

step_control stepper::run(const std::function<void(const step_control&)>& progress) {
    if (batches_) return batches_->run(progress);
    const launcher l{queue_, false};
    for (std::int64_t step = 0;;) {
        submit_step(l, domain_, step++);
        const step_control c = domain_.control(queue_, step);
        if (ends_with(c)) return c;
        if (progress) progress(c);
    }
}

}  // namespace ndweave::apps::lulesh
