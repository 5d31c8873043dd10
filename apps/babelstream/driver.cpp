#include "driver.hpp"

#include <algorithm>

#include "meter.hpp"
#include "ranks.hpp"
#include "verify.hpp"

namespace ndweave::apps::babelstream {

namespace {

/// A kernel, and how many arrays it reads and writes.
struct step {
    const char* name;
    int arrays;
    int flops;  // per element
    std::function<void()> run;
};

/// Every rank has arrays of its own; rates are of all of them.
template <class T>
std::vector<result> rows_of(const std::vector<step>& steps, const settings& s, int ranks) {
    std::vector<result> rows;
    for (const step& each : steps) {
        result r;
        r.kernel = each.name;
        r.bytes = static_cast<double>(each.arrays * ranks) * static_cast<double>(sizeof(T) * s.elements);
        r.flops = static_cast<double>(each.flops * ranks) * static_cast<double>(s.elements);
        r.precision = sizeof(T) == 4 ? "fp32" : "fp64";
        r.fom = {"GB/s", true, r.bytes * 1e-9, statistic::best};
        r.warmups = 1;
        r.timing_scope = "device";
        r.notes = {{"elements", std::to_string(s.elements)}};
        rows.push_back(r);
    }
    return rows;
}

bool wants_more(const context& run, const settings& s, const std::vector<double>& iterations) {
    const auto planned = static_cast<std::size_t>(s.iterations), most = static_cast<std::size_t>(s.most);
    if (most > planned) {
        const bool is_enough = enough(run, iterations);  // which is told of every one
        return iterations.size() < planned || (iterations.size() < most && !is_enough);
    }
    if (run.after_sample) run.after_sample(iterations, planned);
    return iterations.size() < planned;
}

template <class T>
std::vector<result> measure(const context& run, const settings& s, const std::vector<step>& steps) {
    partition::communicator& world = ranks_of(run);
    std::vector<result> rows = rows_of<T>(steps, s, world.size());
    std::vector<double> iterations;  // seconds of each
    do {
        iterations.push_back(0);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const common_stopwatch watch(world);
            steps[i].run();
            rows[i].samples.push_back(watch.seconds());
            iterations.back() += rows[i].samples.back();
        }
        if (iterations.size() == 1) end_cold_run();
        if (run.progress) run.progress(steps[0].name, static_cast<double>(iterations.size()) / s.iterations);
    } while (wants_more(run, s, iterations));
    for (result& row : rows) {
        row.first_seconds = row.samples.front();
        row.notes["iterations"] = std::to_string(iterations.size());
    }
    return rows;
}

/// Further iterations, timed by the device's events. Returns how many.
template <class T>
int add_event_times(stream<T>& arrays, const std::vector<step>& steps, std::vector<result>& rows) {
    if (!arrays.time_by_events()) return 0;
    for (int iteration = 0; iteration < event_samples_wanted; ++iteration) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            steps[i].run();
            rows[i].event_samples.push_back(arrays.event_seconds());
            if (arrays.event_spans_commands()) rows[i].event_scope = "span";
        }
    }
    return event_samples_wanted;
}

/// The first check that failed, else the last.
verification worst(std::initializer_list<verification> checks) {
    for (const verification& check : checks) {
        if (!check.passed) return check;
    }
    return *(checks.end() - 1);
}

template <class T>
std::vector<result> main_loop(const context& run, const settings& s, stream<T>& arrays) {
    partition::communicator& world = ranks_of(run);
    double sum = 0;
    arrays.init(start<T>::a, start<T>::b, start<T>::c);
    const std::vector<step> steps{{"copy", 2, 0, [&] { arrays.copy(); }},
                                  {"mul", 2, 1, [&] { arrays.mul(); }},
                                  {"add", 3, 1, [&] { arrays.add(); }},
                                  {"triad", 3, 2, [&] { arrays.triad(); }},
                                  {"dot", 2, 2, [&] {
                                       sum = static_cast<double>(arrays.dot());
                                       world.all_reduce(std::span(&sum, 1), partition::combine::sum);
                                   }}};
    std::vector<result> rows = measure<T>(run, s, steps);
    const int iterations = static_cast<int>(rows[0].samples.size()) + add_event_times(arrays, steps, rows);
    std::vector<T> a, b, c;
    arrays.read(a, b, c);
    const expected wanted = after_main_loop<T>(iterations);
    const verification of_a = worst_of(world, check_array("a", a, wanted.a, iterations));
    const verification of_b = worst_of(world, check_array("b", b, wanted.b, iterations));
    const verification of_c = worst_of(world, check_array("c", c, wanted.c, iterations));
    // Each kernel reads what the others wrote: one wrong array puts all of them in doubt.
    for (result& row : rows) row.check = worst({of_a, of_b, of_c});
    rows.back().check =
        worst({of_a, of_b, of_c,
               check_dot(static_cast<T>(sum), wanted, s.elements * static_cast<std::size_t>(world.size()))});
    return rows;
}

template <class T>
std::vector<result> nstream_loop(const context& run, const settings& s, stream<T>& arrays) {
    // Upstream starts with c = 0, where a kernel that forgets c would pass.
    constexpr T c0 = T(0.3);
    arrays.init(start<T>::a, start<T>::b, c0);
    const std::vector<step> steps{{"nstream", 4, 3, [&] { arrays.nstream(); }}};
    std::vector<result> rows = measure<T>(run, s, steps);
    const int iterations = static_cast<int>(rows[0].samples.size()) + add_event_times(arrays, steps, rows);
    std::vector<T> a, b, c;
    arrays.read(a, b, c);
    const expected wanted = after_nstream<T>(iterations, start<T>::a, start<T>::b, c0);
    partition::communicator& world = ranks_of(run);
    rows[0].check = worst({worst_of(world, check_array("b", b, wanted.b, iterations)),
                           worst_of(world, check_array("c", c, wanted.c, iterations)),
                           worst_of(world, check_array("a", a, wanted.a, iterations))});
    return rows;
}

std::int64_t default_elements(const std::string& size, bool gpu) {
    if (size == "small") return std::int64_t{1} << 18;
    if (size == "medium") return std::int64_t{1} << 22;
    if (size == "large") return std::int64_t{1} << 24;
    return gpu ? 70'000'000 : 33'554'432;
}

}  // namespace

settings settings_of(const context& run, bool gpu) {
    const std::int64_t elements = run.params.integer("s", default_elements(run.size, gpu), 1, std::int64_t{1} << 36);
    // Somewhat beyond these counts a · b, which falls as 0.96²ⁿ, is no normal number of its type, and dot could not be
    // verified.
    const int most = run.params.choice("type", "double", {"float", "double"}) == "float" ? 900 : 8000;
    const int fallback = run.repeat > 0 ? std::min(run.repeat + 1, most) : 100;
    const bool is_fixed = run.repeat > 0 || run.params.has("n");
    return {static_cast<std::size_t>(elements), static_cast<int>(run.params.integer("n", fallback, 2, most)),
            is_fixed ? 0 : most};
}

template <class T>
std::vector<result> drive(const context& run, const settings& s, stream<T>& arrays) {
    std::vector<result> rows = main_loop(run, s, arrays);
    for (result& row : nstream_loop(run, s, arrays)) rows.push_back(std::move(row));
    return rows;
}

template std::vector<result> drive<float>(const context&, const settings&, stream<float>&);
template std::vector<result> drive<double>(const context&, const settings&, stream<double>&);

}  // namespace ndweave::apps::babelstream
