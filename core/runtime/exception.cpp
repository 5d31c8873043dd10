#include "ndweave/exception.hpp"

namespace ndweave {
namespace {

class category : public std::error_category {
public:
    const char* name() const noexcept override { return "sycl"; }

    std::string message(int code) const override {
        switch (static_cast<errc>(code)) {
            case errc::success:
                return "success";
            case errc::runtime:
                return "runtime error";
            case errc::kernel:
                return "error in a kernel";
            case errc::accessor:
                return "bad local accessor";
            case errc::nd_range:
                return "bad range";
            case errc::event:
                return "bad event";
            case errc::kernel_argument:
                return "bad kernel argument";
            case errc::build:
                return "kernel does not compile";
            case errc::invalid:
                return "invalid argument";
            case errc::memory_allocation:
                return "out of memory";
            case errc::platform:
                return "platform error";
            case errc::profiling:
                return "profiling error";
            case errc::feature_not_supported:
                return "feature not supported";
            case errc::kernel_not_supported:
                return "kernel not supported by the device";
            case errc::backend_mismatch:
                return "backend mismatch";
        }
        return "unknown error";
    }
};

}  // namespace

const std::error_category& error_category() noexcept {
    static const category instance;
    return instance;
}

}  // namespace ndweave
