#include "runtime/kernel/background/owned_request.hpp"

#include <utility>

#include "runtime/kernel/compile_request.hpp"
#include "runtime/kernel/external_functions.hpp"

namespace ndweave::detail {

owned_request::owned_request(const kernel_record& kernel, const ndw_kernel_variant& variant,
                             std::vector<captured_value> captures)
    : kernel_(kernel), variant_(variant), captures_(std::move(captures)) {
    for (const ndw_external_function& f : external_functions()) {
        externals_.push_back({f.name, f.hash, {static_cast<const char*>(f.bitcode), f.bitcode_size}});
    }
}

compiled_kernel owned_request::compile() const {
    ndw_compile_request request = request_for(kernel_.record(), variant_);
    std::vector<ndw_external_function> externals;
    for (const external& e : externals_)
        externals.push_back({e.name.c_str(), e.bitcode.data(), e.bitcode.size(), e.hash.c_str()});
    request.externals = externals.data();
    request.external_count = static_cast<std::uint32_t>(externals.size());
    std::vector<ndw_captured_value> values;
    for (const captured_value& c : captures_) values.push_back({c.at, &c.value});  // little-endian
    request.captures = values.data();
    request.capture_count = static_cast<std::uint32_t>(values.size());
    return compile_whole(request);
}

}  // namespace ndweave::detail
