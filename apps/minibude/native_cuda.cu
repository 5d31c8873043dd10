/// miniBUDE as a good engineer writes it in CUDA C++, compiled with -use_fast_math: a thread evaluates several poses,
/// one block apart, so that an atom pair's terms serve all of them.
#include "native_cuda.h"

#include <memory>
#include <vector>

#include "cuda_memory.hpp"
#include "poses.hpp"

namespace ndweave::apps::minibude {
namespace {

template <int Poses>
__global__ void fasten(const problem p) {
    evaluate_poses<Poses>(p, blockIdx.x * blockDim.x * Poses + threadIdx.x, blockDim.x);
}

class cuda_docking {
public:
    cuda_docking(const atom* protein, std::int32_t protein_atoms, const atom* ligand, std::int32_t ligand_atoms,
                 const float* const poses[6], std::uint32_t pose_count)
        : protein_(protein, protein_atoms), ligand_(ligand, ligand_atoms), energies_(pose_count) {
        for (int c = 0; c < 6; ++c) poses_.emplace_back(poses[c], pose_count);
        problem_ = {protein_.get(), ligand_.get(), protein_atoms, ligand_atoms, {}, energies_.get(), pose_count};
        for (int c = 0; c < 6; ++c) problem_.poses[c] = poses_[c].get();
    }

    void evaluate(int ppwi, unsigned block) {
        with_kernel(ppwi, [&](auto poses, auto kernel) {
            const unsigned per_block = block * poses;
            kernel<<<(problem_.pose_count + per_block - 1) / per_block, block>>>(problem_);
            check_cuda(cudaGetLastError());
            check_cuda(cudaDeviceSynchronize());
        });
    }
    /// What a block may have at most: many poses a thread take many registers.
    static int largest_block(int ppwi) {
        int largest = 0;
        with_kernel(ppwi, [&](auto, auto kernel) {
            cudaFuncAttributes attributes{};
            check_cuda(cudaFuncGetAttributes(&attributes, kernel));
            largest = attributes.maxThreadsPerBlock;
        });
        return largest;
    }
    device_memory<float>& energies() { return energies_; }

private:
    template <class F>
    static void with_kernel(int ppwi, const F& f) {
        switch (ppwi) {
            case 1:
                return f(1u, fasten<1>);
            case 2:
                return f(2u, fasten<2>);
            case 4:
                return f(4u, fasten<4>);
            case 8:
                return f(8u, fasten<8>);
            case 16:
                return f(16u, fasten<16>);
            case 32:
                return f(32u, fasten<32>);
            case 64:
                return f(64u, fasten<64>);
            case 128:
                return f(128u, fasten<128>);
            default:
                throw std::runtime_error("poses per thread must be a power of two up to 128");
        }
    }

    device_memory<atom> protein_, ligand_;
    device_memory<float> energies_;
    std::vector<device_memory<float>> poses_;
    problem problem_{};
};

const char* create(const atom* protein, std::int32_t protein_atoms, const atom* ligand, std::int32_t ligand_atoms,
                   const float* const poses[6], std::uint32_t pose_count, void** result) {
    return message_of([&] {
        *result =
            std::make_unique<cuda_docking>(protein, protein_atoms, ligand, ligand_atoms, poses, pose_count).release();
    });
}
void destroy(void* d) { delete static_cast<cuda_docking*>(d); }
const char* evaluate(void* d, int ppwi, int work_group) {
    return message_of([&] { static_cast<cuda_docking*>(d)->evaluate(ppwi, static_cast<unsigned>(work_group)); });
}
const char* largest_block(int ppwi, int* largest) {
    return message_of([&] { *largest = cuda_docking::largest_block(ppwi); });
}
const char* assign_energies(void* d, const float* values) {
    return message_of([&] { static_cast<cuda_docking*>(d)->energies().assign(values); });
}
const char* read_energies(void* d, float* values) {
    return message_of([&] { static_cast<cuda_docking*>(d)->energies().read(values); });
}

}  // namespace
}  // namespace ndweave::apps::minibude

extern "C" __attribute__((visibility("default"))) const ndweave::apps::minibude::cuda_functions ndweave_peer = {
    ndweave::apps::minibude::create,          ndweave::apps::minibude::destroy,
    ndweave::apps::minibude::evaluate,        ndweave::apps::minibude::largest_block,
    ndweave::apps::minibude::assign_energies, ndweave::apps::minibude::read_energies};
