/// The CUDA C++ peer behind the interface that all versions of BabelStream share.
#include "native_cuda.h"

#include "peer_library.hpp"
#include "stream.hpp"

namespace ndweave::apps::babelstream {

namespace {

template <class T>
class cuda_stream : public stream<T> {
public:
    explicit cuda_stream(std::size_t elements)
        : functions_(*static_cast<const cuda_functions*>(load_cuda_peer("babelstream"))), n_(elements) {
        check_peer(functions_.create(sizeof(T) == sizeof(double), elements, &arrays_));
    }
    cuda_stream(const cuda_stream&) = delete;
    ~cuda_stream() override { functions_.destroy(arrays_); }

    void init(T a, T b, T c) override { check_peer(functions_.init(arrays_, a, b, c)); }
    void copy() override { run(cuda_kernel::copy); }
    void mul() override { run(cuda_kernel::mul); }
    void add() override { run(cuda_kernel::add); }
    void triad() override { run(cuda_kernel::triad); }
    void nstream() override { run(cuda_kernel::nstream); }
    T dot() override { return static_cast<T>(run(cuda_kernel::dot)); }
    void read(std::vector<T>& a, std::vector<T>& b, std::vector<T>& c) override {
        for (std::vector<T>* to : {&a, &b, &c}) to->resize(n_);
        check_peer(functions_.read(arrays_, a.data(), b.data(), c.data()));
    }

private:
    double run(cuda_kernel kernel) {
        double sum = 0;
        check_peer(functions_.run(arrays_, kernel, &sum));
        return sum;
    }

    const cuda_functions& functions_;
    std::size_t n_;
    void* arrays_ = nullptr;
};

}  // namespace

template <class T>
std::unique_ptr<stream<T>> make_cuda_stream(std::size_t elements) {
    return std::make_unique<cuda_stream<T>>(elements);
}

template std::unique_ptr<stream<float>> make_cuda_stream<float>(std::size_t);
template std::unique_ptr<stream<double>> make_cuda_stream<double>(std::size_t);

}  // namespace ndweave::apps::babelstream
