/// BabelStream's kernels as a good engineer writes them for the CPU: OpenMP loops over arrays that each thread touched
/// first.
#include <cstdlib>
#include <new>

#include "stream.hpp"

namespace ndweave::apps::babelstream {

namespace {

struct free_memory {
    void operator()(void* pointer) const { std::free(pointer); }
};

template <class T>
class openmp_stream : public stream<T> {
public:
    explicit openmp_stream(std::size_t elements) : n_(elements), a_(allocate()), b_(allocate()), c_(allocate()) {}

    void init(T va, T vb, T vc) override {
        T *a = a_.get(), *b = b_.get(), *c = c_.get();
#pragma omp parallel for simd
        for (std::size_t i = 0; i < n_; ++i) {
            a[i] = va;
            b[i] = vb;
            c[i] = vc;
        }
    }
    void copy() override {
        const T* a = a_.get();
        T* c = c_.get();
#pragma omp parallel for simd
        for (std::size_t i = 0; i < n_; ++i) c[i] = a[i];
    }
    void mul() override {
        const T* c = c_.get();
        T* b = b_.get();
#pragma omp parallel for simd
        for (std::size_t i = 0; i < n_; ++i) b[i] = start<T>::scalar * c[i];
    }
    void add() override {
        const T *a = a_.get(), *b = b_.get();
        T* c = c_.get();
#pragma omp parallel for simd
        for (std::size_t i = 0; i < n_; ++i) c[i] = a[i] + b[i];
    }
    void triad() override {
        const T *b = b_.get(), *c = c_.get();
        T* a = a_.get();
#pragma omp parallel for simd
        for (std::size_t i = 0; i < n_; ++i) a[i] = b[i] + start<T>::scalar * c[i];
    }
    void nstream() override {
        const T *b = b_.get(), *c = c_.get();
        T* a = a_.get();
#pragma omp parallel for simd
        for (std::size_t i = 0; i < n_; ++i) a[i] += b[i] + start<T>::scalar * c[i];
    }
    T dot() override {
        const T *a = a_.get(), *b = b_.get();
        T sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
        for (std::size_t i = 0; i < n_; ++i) sum += a[i] * b[i];
        return sum;
    }
    void read(std::vector<T>& a, std::vector<T>& b, std::vector<T>& c) override {
        a.assign(a_.get(), a_.get() + n_);
        b.assign(b_.get(), b_.get() + n_);
        c.assign(c_.get(), c_.get() + n_);
    }

private:
    using array = std::unique_ptr<T[], free_memory>;

    array allocate() {
        constexpr std::size_t alignment = 2u << 20;  // whole huge pages, as upstream's OpenMP version has it
        const std::size_t bytes = (n_ * sizeof(T) + alignment - 1) / alignment * alignment;
        void* memory = std::aligned_alloc(alignment, bytes);
        if (memory == nullptr) throw std::bad_alloc();
        return array(static_cast<T*>(memory));
    }

    std::size_t n_;
    array a_, b_, c_;
};

}  // namespace

template <class T>
std::unique_ptr<stream<T>> make_openmp_stream(std::size_t elements) {
    return std::make_unique<openmp_stream<T>>(elements);
}

template std::unique_ptr<stream<float>> make_openmp_stream<float>(std::size_t);
template std::unique_ptr<stream<double>> make_openmp_stream<double>(std::size_t);

}  // namespace ndweave::apps::babelstream
