// The forms in which kernels come. Every kernel calls what its label promises; kernel_forms_test.cpp has the list.
#include <array>
#include <cmath>

#include "describe.hpp"

using namespace ndweave;

int host_only_counter = 0;
int host_only(int argument) {
    static const int host_only_table[] = {7, 2, 9};
    return host_only_counter += host_only_table[argument % 3];
}

struct functor {
    float* data;
    float scale;
    void operator()(id<1> i) const { data[i] *= scale; }
};

template <class T, int N>
struct templated {
    T* data;
    void operator()(item<2> it) const {
        for (int k = 0; k < N; ++k) data[it.get_linear_id()] += T(k);
    }
};

namespace {
struct hidden {
    int* data;
    void operator()(id<1> i) const { data[i] += 1; }
};

double internal_helper(double x) {
    static const double coefficients[] = {0.5, 0.25, 0.125};
    return x * coefficients[static_cast<int>(x) % 3];
}
}  // namespace

inline double inline_helper(double x) { return x + internal_helper(x); }

template <class T>
T template_helper(T x) {
    return x * x;
}

struct point {
    double x, y;
    std::array<int, 3> tags;
};

struct shape {
    virtual ~shape() = default;
    virtual float area(float x) const = 0;
};

struct square final : shape {
    float area(float x) const override { return x * x; }
};

void basic_forms(float* f, double* d, int* i) {
    const float scale = 2;
    describe("lambda", record_of<kernel_kind::basic, 1>([=](id<1> n) { f[n] = scale * f[n]; }));
    describe("functor", record_of<kernel_kind::basic, 1>(functor{f, 2}));
    describe("template_float", record_of<kernel_kind::basic, 2>(templated<float, 3>{f}));
    describe("template_double", record_of<kernel_kind::basic, 2>(templated<double, 5>{d}));
    describe("generic", record_of<kernel_kind::basic, 3>([=](auto it) { f[it.get_linear_id()] = it[2]; }));
    describe("anonymous", record_of<kernel_kind::basic, 1>(hidden{i}));
    describe("single_task", record_of<kernel_kind::single_task, 1>([=] { i[0] = 1; }));
}

void captures_and_calls(double* d, int argument) {
    const point p{1.0 * argument, 2.0, {1, 2, 3}};
    std::array<point, 2> points{p, p};
    int table[5] = {argument, 2, 3, 4, 5};
    describe("captures", record_of<kernel_kind::basic, 1>(
                             [=](id<1> n) { d[n] = points[n[0] % 2].x + p.tags[n[0] % 3] + table[n[0] % 5]; }));
    describe("helpers",
             record_of<kernel_kind::basic, 1>([=](id<1> n) { d[n] = inline_helper(d[n]) + template_helper(d[n]); }));
    describe("math", record_of<kernel_kind::basic, 1>([=](id<1> n) {
                 d[n] = std::sin(d[n]) + std::pow(d[n], 1.5) + std::hypot(d[n], 3.0) + std::fabs(d[n]);
             }));
    describe("virtual", record_of<kernel_kind::basic, 1>([=](id<1> n) {
                 const square s;
                 const shape& any = s;
                 d[n] = any.area(static_cast<float>(d[n]));
             }));
}

void groups(float* f) {
    describe("barrier", record_of<kernel_kind::nd_range, 1>([=](nd_item<1> it) {
                 f[it.get_global_id(0)] = static_cast<float>(it.get_local_id(0));
                 group_barrier(it.get_group());
                 f[it.get_global_id(0)] += f[it.get_group(0)];
             }));
}

int main(int argc, char**) {
    basic_forms(nullptr, nullptr, nullptr);
    captures_and_calls(nullptr, argc);
    groups(nullptr);
    return host_only(argc) == 2 ? 0 : 1;
}
