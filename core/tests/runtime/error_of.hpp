/// Runs something that must throw ndweave::exception, and hands the exception to the test.
#pragma once

#include <gtest/gtest.h>

#include "ndweave/exception.hpp"

namespace ndweave::testing {

template <class F>
exception error_of(F&& f) {
    try {
        f();
    } catch (const exception& e) {
        return e;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {errc::success, ""};
}

}  // namespace ndweave::testing
