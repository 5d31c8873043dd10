/// Times the micro-kernels against CUDA C++ on device cuda:0 and prints a row for each: milliseconds a launch (the best
/// of several batches, host clock around launches and wait) and the ratio. argv[1]: peers.cu as PTX or cubin; a JSON
/// copy goes to the file named in argv[2].
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "cuda_peer.hpp"
#include "kernels.hpp"
#include "ndweave/reduction.hpp"
#include "ndweave/usm.hpp"

using namespace ndweave;
using namespace ndweave::bench;

namespace {

constexpr std::size_t stream_items = std::size_t{1} << 26;
constexpr unsigned dot_groups = 1056;  // eight a multiprocessor of an H100 or H200

struct row {
    const char* name;
    double peer_ms, our_ms;
};

double best_ms(int launches, const std::function<void()>& launch, const std::function<void()>& wait) {
    double best = 1e30;
    launch();
    wait();
    for (int batch = 0; batch < 7; ++batch) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < launches; ++i) launch();
        wait();
        const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
        best = std::min(best, spent.count() / launches);
    }
    return best;
}

class bench_run {
public:
    explicit bench_run(const std::string& peers) : peer_(peers) {}

    template <class... Arguments>
    void compare(const char* name, int launches, std::array<unsigned, 3> grid, std::array<unsigned, 3> block,
                 const std::function<void()>& ours, Arguments... arguments) {
        compare(name, (std::string("peer_") + name).c_str(), launches, grid, block, ours, arguments...);
    }

    template <class... Arguments>
    void compare(const char* name, const char* peer, int launches, std::array<unsigned, 3> grid,
                 std::array<unsigned, 3> block, const std::function<void()>& ours, Arguments... arguments) {
        void* const kernel = peer_.kernel(peer);
        void* list[] = {&arguments...};
        const double theirs =
            best_ms(launches, [&] { peer_.launch(kernel, grid, block, list); }, [&] { peer_.wait(); });
        add(name, theirs, best_ms(launches, ours, [&] { q.wait(); }));
    }

    /// Kernels that do nothing, each of which the host waits for.
    void compare_waits(int launches, const std::function<void()>& ours) {
        void* const kernel = peer_.kernel("peer_empty");
        int* never = nullptr;
        void* list[] = {&never};
        const auto launch = [&] {
            peer_.launch(kernel, {1, 1, 1}, {1, 1, 1}, list);
            peer_.wait();
        };
        const double theirs = best_ms(launches, launch, [] {});
        const auto launch_ours = [&] {
            ours();
            q.wait();
        };
        add("waits", theirs, best_ms(launches, launch_ours, [] {}));
    }

    template <class T>
    T* upload(const std::vector<T>& values) {
        T* memory = malloc_device<T>(values.size(), q);
        q.memcpy(memory, values.data(), values.size() * sizeof(T)).wait();
        return memory;
    }

    void write(const char* path) const {
        std::FILE* file = std::fopen(path, "w");
        if (!file) return;
        std::fprintf(file, "{\"benchmarks\": [");
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            std::fprintf(file, "%s\n  {\"name\": \"%s\", \"cuda_ms\": %.6f, \"ndweave_ms\": %.6f, \"ratio\": %.4f}",
                         i ? "," : "", rows_[i].name, rows_[i].peer_ms, rows_[i].our_ms,
                         rows_[i].peer_ms / rows_[i].our_ms);
        }
        std::fprintf(file, "\n]}\n");
        std::fclose(file);
    }

    queue q{device("cuda:0")};

private:
    void add(const char* name, double theirs, double mine) {
        std::printf("%-10s CUDA C++ %9.4f ms   ndweave %9.4f ms   ratio %.3f\n", name, theirs, mine, theirs / mine);
        std::fflush(stdout);
        rows_.push_back({name, theirs, mine});
    }

    cuda_peer peer_;
    std::vector<row> rows_;
};

unsigned groups_of(std::size_t items) { return static_cast<unsigned>((items + 255) / 256); }

/// What a conjugate gradient method is made of, as reductions over ranges.
void reductions(bench_run& run) {
    const int width = 4000;
    const std::size_t n = std::size_t{width} * width;
    const std::vector<double> ones(n, 1.0), fractions(n, 0.1);
    double *p = run.upload(ones), *w = run.upload(ones), *kx = run.upload(fractions), *ky = run.upload(fractions);
    double* const sums = malloc_device<double>(groups_of(n), run.q);
    queue& q = run.q;
    const auto sum = [=] { return reduction(sums, plus<double>(), property::reduction::initialize_to_identity()); };
    const auto dot_product = [&] {
        q.parallel_for(range<1>(n), sum(), [=](id<1> i, auto& all) { all += p[i] * w[i]; });
    };
    run.compare("range dot", "peer_dot", 50, {dot_groups, 1, 1}, {256, 1, 1}, dot_product, p, w, sums, n);
    const auto update = [&] {
        q.parallel_for(range<1>(n), sum(), [=](id<1> i, auto& all) {
            kx[i] += 0.25 * p[i];
            ky[i] -= 0.25 * w[i];
            all += ky[i] * ky[i];
        });
    };
    run.compare("update", "peer_update", 50, {groups_of(n), 1, 1}, {256, 1, 1}, update, kx, ky, p, w, sums,
                static_cast<int>(n));
    const auto apply = [=](int x, int y, auto& all) {
        if (x < 1 || x >= width - 1 || y < 1 || y >= width - 1) return;
        const int at = y * width + x;
        const double product = (1 + kx[at + 1] + kx[at] + ky[at + width] + ky[at]) * p[at] -
                               (kx[at + 1] * p[at + 1] + kx[at] * p[at - 1]) -
                               (ky[at + width] * p[at + width] + ky[at] * p[at - width]);
        w[at] = product;
        all += product * p[at];
    };
    const auto flat = [&] {
        q.parallel_for(range<1>(n), sum(), [=](id<1> i, auto& all) {
            apply(static_cast<int>(i[0] % width), static_cast<int>(i[0] / width), all);
        });
    };
    const auto rows = [&] {
        q.parallel_for(range<2>(width, width), sum(),
                       [=](id<2> i, auto& all) { apply(static_cast<int>(i[1]), static_cast<int>(i[0]), all); });
    };
    const unsigned inner = groups_of(static_cast<std::size_t>(width - 2) * (width - 2));
    run.compare("stencil", "peer_stencil", 50, {inner, 1, 1}, {256, 1, 1}, flat, p, kx, ky, w, sums, width, width);
    run.compare("stencil 2d", "peer_stencil", 50, {inner, 1, 1}, {256, 1, 1}, rows, p, kx, ky, w, sums, width, width);
    for (double* each : {p, w, kx, ky, sums}) free(each, q);
}

void streams(bench_run& run) {
    const std::size_t n = stream_items;
    std::vector<double> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = 0.1 + static_cast<double>(i % 1000) / 250;
    double *a = run.upload(values), *b = run.upload(values), *c = run.upload(values);
    queue& q = run.q;
    run.compare(
        "copy", 20, {groups_of(n), 1, 1}, {256, 1, 1},
        [&] { q.parallel_for(range<1>(n), [=](id<1> i) { a[i] = b[i]; }); }, a, b, n);
    run.compare(
        "triad", 20, {groups_of(n), 1, 1}, {256, 1, 1},
        [&] { q.parallel_for(range<1>(n), [=](id<1> i) { a[i] = b[i] + 0.4 * c[i]; }); }, a, b, c, n);
    const auto dot_product = [&] {
        q.submit([&](handler& h) {
            h.parallel_for(nd_range<1>(256 * dot_groups, 256), dot{a, b, c, n, local_accessor<double, 1>(256, h)});
        });
    };
    run.compare("dot", 20, {dot_groups, 1, 1}, {256, 1, 1}, dot_product, a, b, c, n);
    const std::size_t few = n / 4;
    const auto functions = [=](id<1> i) {
        const double v = b[i];
        a[i] = std::sin(v) * std::exp(-v) + std::sqrt(v) / (1 + std::cbrt(v)) + std::pow(v, 1.5);
    };
    run.compare(
        "math", 10, {groups_of(few), 1, 1}, {256, 1, 1}, [&] { q.parallel_for(range<1>(few), functions); }, b, a, few);
    for (double* p : {a, b, c}) free(p, q);
}

void indirect(bench_run& run) {
    constexpr std::size_t side = 128, elements = side * side * side, nodes = (side + 1) * (side + 1) * (side + 1);
    std::vector<int> corners(elements * 8), first(elements + 1), column;
    for (std::size_t e = 0; e < elements; ++e) {
        const std::size_t x = e % side, y = e / side % side, z = e / side / side;
        for (std::size_t i = 0; i < 8; ++i) {
            corners[e * 8 + i] =
                static_cast<int>(x + (i & 1) + (side + 1) * (y + (i >> 1 & 1) + (side + 1) * (z + (i >> 2))));
        }
        first[e] = static_cast<int>(column.size());
        for (std::size_t k = 0; k < 5 + e % 4; ++k) column.push_back(static_cast<int>((e + k * 1448) % elements));
    }
    first[elements] = static_cast<int>(column.size());
    const std::vector<double> ones(std::max(nodes, column.size()), 1.5);
    int *n = run.upload(corners), *r = run.upload(first), *col = run.upload(column);
    double *x = run.upload(ones), *v = run.upload(ones), *out = run.upload(ones);
    const std::size_t e = elements;
    run.compare(
        "gather", 50, {groups_of(e), 1, 1}, {256, 1, 1},
        [&] { run.q.parallel_for(range<1>(e), gather{n, x, x, v, out}); }, n, x, x, v, out, e);
    run.compare(
        "spmv", 50, {groups_of(e), 1, 1}, {256, 1, 1},
        [&] { run.q.parallel_for(range<1>(e), spmv{r, col, v, x, out}); }, r, col, v, x, out, e);
    for (void* p : {static_cast<void*>(n), static_cast<void*>(r), static_cast<void*>(col)}) free(p, run.q);
    for (double* p : {x, v, out}) free(p, run.q);
}

void local_memory(bench_run& run) {
    const std::size_t items = stream_items;
    const int n = 2048;
    const std::vector<float> values(items, 0.5f);
    float *a = run.upload(values), *b = run.upload(values), *c = run.upload(values);
    const auto reduce = [&] {
        run.q.submit(
            [&](handler& h) { h.parallel_for(nd_range<1>(items, 256), tree{a, c, local_accessor<float, 1>(256, h)}); });
    };
    run.compare("tree", 20, {groups_of(items), 1, 1}, {256, 1, 1}, reduce, a, c);
    const auto multiply = [&] {
        run.q.submit([&](handler& h) {
            h.parallel_for(nd_range<2>(range<2>(n, n), range<2>(16, 16)),
                           matmul{a, b, c, n, local_accessor<float, 1>(512, h)});
        });
    };
    run.compare("matmul", 5, {n / 16, n / 16, 1}, {16, 16, 1}, multiply, a, b, c, n);
    for (float* p : {a, b, c}) free(p, run.q);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: ndweave-gpu-bench PEERS [JSON]   (PEERS: peers.cu as PTX or cubin)\n");
        return 2;
    }
    try {
        bench_run run(arguments[1]);
        streams(run);
        reductions(run);
        indirect(run);
        local_memory(run);
        int* never = nullptr;
        const auto empty = [&] {
            run.q.single_task([=] {
                if (never) *never = 0;
            });
        };
        run.compare("empty", 20000, {1, 1, 1}, {1, 1, 1}, empty, never);
        run.compare_waits(5000, empty);
        if (count > 2) run.write(arguments[2]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
