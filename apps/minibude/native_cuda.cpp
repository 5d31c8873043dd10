/// The CUDA C++ peer behind the interface that all versions of miniBUDE share.
#include "native_cuda.h"

#include "docking.hpp"
#include "peer_library.hpp"

namespace ndweave::apps::minibude {
namespace {

class cuda_docking : public docking {
public:
    explicit cuda_docking(const deck& d)
        : functions_(*static_cast<const cuda_functions*>(load_cuda_peer("minibude"))), pose_count_(d.pose_count()) {
        const float* poses[6];
        for (std::size_t c = 0; c < 6; ++c) poses[c] = d.poses[c].data();
        check_peer(functions_.create(d.protein.data(), static_cast<std::int32_t>(d.protein.size()), d.ligand.data(),
                                     static_cast<std::int32_t>(d.ligand.size()), poses,
                                     static_cast<std::uint32_t>(pose_count_), &docking_));
    }
    cuda_docking(const cuda_docking&) = delete;
    ~cuda_docking() override { functions_.destroy(docking_); }

    void evaluate(int ppwi, int work_group) override { check_peer(functions_.evaluate(docking_, ppwi, work_group)); }
    void forget() override {
        check_peer(functions_.assign_energies(docking_, std::vector<float>(pose_count_, -1e30f).data()));
    }
    std::vector<float> energies() override {
        std::vector<float> values(pose_count_);
        check_peer(functions_.read_energies(docking_, values.data()));
        return values;
    }
    int largest_work_group(int ppwi) const override {
        int threads = 0;
        check_peer(functions_.largest_block(ppwi, &threads));
        return threads;
    }

private:
    const cuda_functions& functions_;
    std::size_t pose_count_;
    void* docking_ = nullptr;
};

}  // namespace

std::unique_ptr<docking> make_cuda_docking(const deck& d) { return std::make_unique<cuda_docking>(d); }

}  // namespace ndweave::apps::minibude
