#include "report/explanation.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "text/short_number.hpp"

namespace ndweave::harness {

namespace {

std::string line(const std::string& label, const std::string& text) {
    return "  " + label + std::string(label.size() < 12 ? 12 - label.size() : 1, ' ') + text + "\n";
}

std::string place(const json& at) {
    if (!at.contains("line")) return "";
    const std::string file = at.value("file", "");
    return file.substr(file.rfind('/') + 1) + ":" + std::to_string(at["line"].get<int>());
}

std::string behind(const std::string& text, const json& at) {
    const std::string where = place(at);
    return where.empty() ? text : text + " (" + where + ")";
}

std::string count(std::int64_t n, const std::string& one, const std::string& many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string work_group(const json& kernel) {
    std::string text;
    for (const json& extent : kernel["work_group"]) {
        if (extent != 0) text += (text.empty() ? "" : " x ") + std::to_string(extent.get<std::size_t>());
    }
    return text;
}

std::string regions(const json& report, bool whole) {
    const auto implicit = report.value("implicit_barriers", 0);
    std::int64_t explicit_barriers = 0;
    std::string each;
    for (const json& head : report.value("heads", json::array())) {
        const std::string after = head.value("after", "");
        explicit_barriers += after == "a barrier";
        each += line("", behind("after " + after, head));
    }
    const auto n = report.value("regions", 1);
    if (n == 1 && implicit == 0 && explicit_barriers == 0) return "";
    std::string text = count(n, "region", "regions") + ": " + count(explicit_barriers, "barrier", "barriers") + ", " +
                       count(implicit, "implicit barrier", "implicit barriers");
    if (const auto masked = report.value("masked_loops", 0))
        text += ", " + count(masked, "masked loop", "masked loops");
    if (const auto split = report.value("split_loops", 0))
        text += " (" + std::to_string(split) + " without a mask as long as no work-item leaves)";
    return line("split", text) + (whole ? each : "");
}

std::string slots(const json& report, bool whole) {
    std::int64_t n = 0, bytes = 0;
    std::string each;
    for (const json& slot : report.value("slots", json::array())) {
        ++n;
        bytes += slot.value("bytes", 0);
        const char* per = slot.value("uniform", false) ? ", one for the group" : "";
        each += line("", slot.value("name", "") + ": " + count(slot.value("bytes", 0), "byte", "bytes") + per);
    }
    if (n == 0) return "";
    return line("kept", count(n, "value", "values") + " between regions, " + std::to_string(bytes) +
                            " bytes for a work-group") +
           (whole ? each : "");
}

std::string loop_text(const json& loop) {
    const std::string over = loop.value("over", "");
    const std::string what = over == "iterations" ? "a loop of the kernel" : "the loop over " + over;
    if (!loop.contains("lanes")) {
        const std::string reason = loop.value("reason", "");
        return behind(what, loop) + ": not vectorized: " + behind(reason, loop.value("because", json::object()));
    }
    std::string text = what + ": " + count(loop.value("lanes", 1), "lane", "lanes");
    if (const int times = loop.value("interleave", 1); times > 1)
        text += " x " + std::to_string(times) + " interleaved";
    return behind(text, loop);
}

std::string vectors(const json& report) {
    std::string text;
    bool lines = false;
    for (const json& loop : report.value("loops", json::array())) {
        text += line(text.empty() ? "vectors" : "", loop_text(loop));
        lines = lines || loop.contains("line");
    }
    if (text.empty()) return line("vectors", "none: no loop is left to vectorize");
    return lines ? text : text + line("", "(compile with -g or -gline-tables-only for source lines)");
}

/// What of the compilation took long: its slowest steps, or all of at least 0.01 ms in their order.
std::string steps(const json& report, bool whole) {
    std::vector<std::pair<double, std::string>> all;
    for (const json& step : report.value("steps", json::array()))
        all.emplace_back(step.value("ms", 0.0), step.value("step", ""));
    if (!whole) {
        std::ranges::sort(all, std::ranges::greater());
        all.resize(std::min<std::size_t>(all.size(), 5));
    }
    std::string text;
    for (const auto& [ms, name] : all) {
        if (ms >= 0.01) text += (text.empty() ? "" : ", ") + name + " " + short_number(ms);
    }
    return text.empty() ? "" : line(whole ? "steps" : "slowest", text + " ms");
}

std::string times(const json& kernel, bool whole) {
    if (!kernel.value("compiled", false)) return line("compiled", "by the host compiler only (library mode)");
    std::string text = short_number(kernel.value("compile_ms", 0.0)) + " ms cold";
    if (kernel.contains("load_ms")) text += ", " + short_number(kernel.value("load_ms", 0.0)) + " ms from the cache";
    return line("compiled", text) + steps(kernel.value("report", json::object()), whole);
}

std::string host_facts(const json& report, bool whole) {
    std::string text = regions(report, whole) + slots(report, whole) + vectors(report);
    if (const auto stores = report.value("streaming_stores", 0)) {
        text += line("streaming", count(stores, "store bypasses", "stores bypass") + " the cache");
    }
    if (const auto stores = report.value("prefetched_results", 0)) {
        text += line("prefetch", count(stores, "store's lines are", "stores' lines are") + " fetched ahead");
    }
    if (const auto loads = report.value("prefetched_rows", 0)) {
        text += line("prefetch", count(loads, "load of rows is", "loads of rows are") + " fetched ahead");
    }
    for (const json& remark : report.value("remarks", json::array())) text += line("note", remark.value("text", ""));
    return text;
}

std::string kernel_text(const json& kernel, bool whole) {
    std::string text = kernel.value("kernel", "") + "\n";
    const std::string strategy = kernel.value("strategy", "");
    if (!strategy.empty()) text += line("strategy", strategy + ": " + kernel.value("reason", ""));
    if (const std::string constants = kernel.value("constants", ""); !constants.empty())
        text += line("constants", "captures that stayed the same: " + constants);
    if (const std::string group = work_group(kernel); !group.empty()) text += line("work-group", group);
    if (kernel.value("compiled", false) && !strategy.empty()) text += host_facts(kernel["report"], whole);
    return text + times(kernel, whole) + "\n";
}

}  // namespace

std::string to_text(const std::string& title, const json& kernels, bool whole) {
    std::string text = title + ": " + count(static_cast<std::int64_t>(kernels.size()), "kernel", "kernels") + "\n\n";
    for (const json& kernel : kernels) text += kernel_text(kernel, whole);
    return text;
}

}  // namespace ndweave::harness
