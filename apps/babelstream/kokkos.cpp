/// BabelStream's kernels in Kokkos, on its default execution space.
#include "kokkos.hpp"

#include "kokkos_session.hpp"

namespace ndweave::apps::babelstream {

namespace {

template <class T>
class kokkos_stream : public stream<T> {
public:
    explicit kokkos_stream(std::size_t n) : n_(n), a_(allocate("a", n)), b_(allocate("b", n)), c_(allocate("c", n)) {}

    void init(T va, T vb, T vc) override {
        const view a = a_, b = b_, c = c_;
        run(
            "init", KOKKOS_LAMBDA(const std::size_t i) {
                a[i] = va;
                b[i] = vb;
                c[i] = vc;
            });
    }
    void copy() override {
        const view a = a_, c = c_;
        run("copy", KOKKOS_LAMBDA(const std::size_t i) { c[i] = a[i]; });
    }
    void mul() override {
        const view b = b_, c = c_;
        run("mul", KOKKOS_LAMBDA(const std::size_t i) { b[i] = start<T>::scalar * c[i]; });
    }
    void add() override {
        const view a = a_, b = b_, c = c_;
        run("add", KOKKOS_LAMBDA(const std::size_t i) { c[i] = a[i] + b[i]; });
    }
    void triad() override {
        const view a = a_, b = b_, c = c_;
        run("triad", KOKKOS_LAMBDA(const std::size_t i) { a[i] = b[i] + start<T>::scalar * c[i]; });
    }
    void nstream() override {
        const view a = a_, b = b_, c = c_;
        run("nstream", KOKKOS_LAMBDA(const std::size_t i) { a[i] += b[i] + start<T>::scalar * c[i]; });
    }
    T dot() override {
        const view a = a_, b = b_;
        T sum = 0;
        Kokkos::parallel_reduce("dot", n_, KOKKOS_LAMBDA(const std::size_t i, T& part) { part += a[i] * b[i]; }, sum);
        return sum;
    }
    void read(std::vector<T>& a, std::vector<T>& b, std::vector<T>& c) override {
        a = to_host(a_);
        b = to_host(b_);
        c = to_host(c_);
    }

private:
    using view = Kokkos::View<T*>;

    // Not initialized: init() touches every element first, in the threads that use it.
    static view allocate(const char* name, std::size_t n) {
        return view(Kokkos::view_alloc(std::string(name), Kokkos::WithoutInitializing), n);
    }

    template <class F>
    void run(const char* name, const F& kernel) {
        Kokkos::parallel_for(name, n_, kernel);
        Kokkos::fence();
    }

    std::size_t n_;
    view a_, b_, c_;
};

template <class T>
std::unique_ptr<stream<T>> make(std::size_t elements) {
    start_kokkos();
    return std::make_unique<kokkos_stream<T>>(elements);
}

}  // namespace

NDWEAVE_KOKKOS_PEER_IS({make<float>, make<double>})

}  // namespace ndweave::apps::babelstream
