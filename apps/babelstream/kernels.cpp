/// BabelStream's kernels on ndweave.
#include <ndweave/ndweave.hpp>

#include "event_time.hpp"
#include "stream.hpp"

namespace ndweave::apps::babelstream {

namespace {

template <class T>
class device_stream : public stream<T> {
public:
    device_stream(queue& q, std::size_t elements)
        : q_(q),
          n_(elements),
          a_(allocate()),
          b_(allocate()),
          c_(allocate()),
          host_reads_sum_(q.get_device().has(aspect::usm_host_allocations)),
          sum_(host_reads_sum_ ? malloc_host<T>(1, q) : malloc_device<T>(1, q), {q}) {}

    void init(T a, T b, T c) override {
        q_.fill(a_.get(), a, n_);
        q_.fill(b_.get(), b, n_);
        q_.fill(c_.get(), c, n_);
        q_.wait();
    }

    void copy() override {
        run([a = a_.get(), c = c_.get()](id<1> i) { c[i] = a[i]; });
    }
    void mul() override {
        run([b = b_.get(), c = c_.get()](id<1> i) { b[i] = start<T>::scalar * c[i]; });
    }
    void add() override {
        run([a = a_.get(), b = b_.get(), c = c_.get()](id<1> i) { c[i] = a[i] + b[i]; });
    }
    void triad() override {
        run([a = a_.get(), b = b_.get(), c = c_.get()](id<1> i) { a[i] = b[i] + start<T>::scalar * c[i]; });
    }
    void nstream() override {
        run([a = a_.get(), b = b_.get(), c = c_.get()](id<1> i) { a[i] += b[i] + start<T>::scalar * c[i]; });
    }
    T dot() override {
        first_ = q_.parallel_for(range<1>(n_),
                                 reduction(sum_.get(), plus<T>(), property::reduction::initialize_to_identity()),
                                 [a = a_.get(), b = b_.get()](id<1> i, auto& sum) { sum += a[i] * b[i]; });
        last_ = first_;
        copied_ = !host_reads_sum_;
        if (host_reads_sum_) {
            q_.wait();
            return *sum_;
        }
        T sum{};
        last_ = q_.copy(static_cast<const T*>(sum_.get()), &sum, 1);
        last_.wait();
        return sum;
    }

    bool time_by_events() override {
        const std::optional<queue> timed = timed_queue(q_);
        if (timed) q_ = *timed;
        return timed.has_value();
    }
    double event_seconds() override { return device_seconds(first_, last_); }
    bool event_spans_commands() override { return copied_; }

    void read(std::vector<T>& a, std::vector<T>& b, std::vector<T>& c) override {
        for (auto [to, from] : {std::pair(&a, a_.get()), std::pair(&b, b_.get()), std::pair(&c, c_.get())}) {
            to->resize(n_);
            q_.memcpy(to->data(), from, n_ * sizeof(T));
        }
        q_.wait();
    }

private:
    struct give_back {
        queue q;
        void operator()(T* pointer) const { free(pointer, q); }
    };
    using array = std::unique_ptr<T, give_back>;

    array allocate() { return array(malloc_device<T>(n_, q_), {q_}); }

    template <class F>
    void run(const F& kernel) {
        first_ = last_ = q_.parallel_for(range<1>(n_), kernel);
        copied_ = false;
        q_.wait();
    }

    queue q_;
    event first_, last_;  // of the last kernel
    bool copied_ = false;
    std::size_t n_;
    array a_, b_, c_;
    bool host_reads_sum_;  // without a copy, which would cost as much as a launch
    array sum_;
};

}  // namespace

template <class T>
std::unique_ptr<stream<T>> make_device_stream(queue& q, std::size_t elements) {
    return std::make_unique<device_stream<T>>(q, elements);
}

template std::unique_ptr<stream<float>> make_device_stream<float>(queue&, std::size_t);
template std::unique_ptr<stream<double>> make_device_stream<double>(queue&, std::size_t);

}  // namespace ndweave::apps::babelstream
