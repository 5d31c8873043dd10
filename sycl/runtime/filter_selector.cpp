#include "sycl/ext/oneapi/filter_selector.hpp"

#include <algorithm>
#include <optional>

namespace sycl::ext::oneapi {
namespace {

struct filter {
    std::string backend;  // empty: any
    std::optional<sycl::info::device_type> type;
    std::optional<std::size_t> number;
};

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == at) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

[[noreturn]] void refuse(const std::string& text, const std::string& part) {
    throw ndweave::exception(ndweave::errc::invalid, "filter_selector(\"" + text + "\"): \"" + part +
                                                         "\" is no backend, kind of device or number; write "
                                                         "BACKEND:TYPE:NUMBER, as in cuda:gpu:0");
}

/// ndweave's name of a backend; empty for other words.
std::string backend_named(const std::string& word) {
    for (const char* const own : {"cuda", "hip", "opencl", "null"}) {
        if (word == own || word == std::string("ext_oneapi_") + own) return own;
    }
    return word == "native_cpu" || word == "ext_oneapi_native_cpu" ? "cpu" : "";
}

filter filter_of(const std::string& part, const std::string& text) {
    filter f;
    for (const std::string& word : split(part, ':')) {
        const bool digits = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
        if (digits && word.size() < 6) {
            if (f.number) refuse(text, part);
            f.number = std::stoul(word);
        } else if (!backend_named(word).empty() && f.backend.empty() && !f.type && !f.number) {
            f.backend = backend_named(word);
        } else if (f.type || f.number) {
            refuse(text, part);
        } else if (word == "cpu" || word == "host") {
            f.type = sycl::info::device_type::cpu;
        } else if (word == "gpu") {
            f.type = sycl::info::device_type::gpu;
        } else if (word == "acc" || word == "accelerator") {
            f.type = sycl::info::device_type::accelerator;
        } else if (word != "*") {
            refuse(text, word);
        }
    }
    return f;
}

std::vector<device> passing(const filter& f) {
    std::vector<device> found = device::get_devices(f.type.value_or(sycl::info::device_type::all));
    std::erase_if(found, [&](const device& d) { return !f.backend.empty() && d.backend_name() != f.backend; });
    if (!f.number) return found;
    if (*f.number >= found.size()) return {};
    return {found[*f.number]};
}

}  // namespace

filter_selector::filter_selector(const std::string& filters) : text_(filters) {
    std::vector<filter> all;
    for (const std::string& part : split(filters, ',')) all.push_back(filter_of(part, filters));
    for (const filter& f : all) {
        passing_ = passing(f);
        if (!passing_.empty()) return;
    }
}

int filter_selector::operator()(const device& d) const {
    if (passing_.empty())
        throw ndweave::exception(ndweave::errc::runtime,
                                 "filter_selector(\"" + text_ + "\"): no device of this machine passes");
    const auto found = std::find(passing_.begin(), passing_.end(), d);
    return found == passing_.end() ? -1 : static_cast<int>(passing_.end() - found);
}

}  // namespace sycl::ext::oneapi
