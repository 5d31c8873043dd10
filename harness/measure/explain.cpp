#include "measure/explain.hpp"

namespace ndweave::harness {

namespace {

/// Milliseconds of the compilation that produced the code, in this process or an earlier one.
double compile_time(const json& kernel) {
    double sum = 0;
    for (const json& step : kernel.value("report", json::object()).value("steps", json::array())) {
        sum += step.value("ms", 0.0);
    }
    return sum;
}

bool is_compiled_now(const json& kernel) { return kernel.value("compiled", false) && !kernel.value("cached", false); }

bool same_kernel(const json& a, const json& b) {
    return a["kernel"] == b["kernel"] && a["work_group"] == b["work_group"] && a["strategy"] == b["strategy"] &&
           a.value("constants", "") == b.value("constants", "");
}

/// Sets "compile_ms", and "load_ms" where the code came from the cache now or in `second`.
void set_times(json& kernel, const json& second) {
    if (!kernel.value("compiled", false)) return;
    kernel["compile_ms"] = compile_time(kernel);
    if (kernel.value("cached", false)) kernel["load_ms"] = kernel["milliseconds"];
    for (const json& other : second) {
        if (same_kernel(kernel, other) && other.value("cached", false)) kernel["load_ms"] = other["milliseconds"];
    }
}

}  // namespace

explanation explain_measurement(const measurement& m) {
    explanation e{json::array(), {}};
    e.last = ask_to_explain(m, [&](const json& kernel) { e.kernels.push_back(kernel); });
    json second = json::array();
    const bool answered = e.last.last.is_object() && e.last.last.contains("records");
    if (answered && std::any_of(e.kernels.begin(), e.kernels.end(), is_compiled_now)) {
        ask_to_explain(m, [&](const json& kernel) { second.push_back(kernel); });
    }
    for (json& kernel : e.kernels) set_times(kernel, second);
    return e;
}

json kernels_named(const json& kernels, const std::string& part) {
    json found = json::array();
    for (const json& kernel : kernels) {
        if (kernel.value("kernel", "").find(part) != std::string::npos) found.push_back(kernel);
    }
    return found;
}

}  // namespace ndweave::harness
