/// IR text of constructs.
#pragma once

#include "construct.hpp"

namespace ndweave::compiler::testing {

/// `number` in every lane.
std::string splat(const std::string& type, const std::string& number);

/// A call of the intrinsic llvm.`name`.`overload` with the parameters, then `more`: ", i1 false".
construct call_of(const std::string& name, const std::string& result, const std::vector<std::string>& parameters,
                  const std::string& overload, const std::string& more = {}, double tolerance = 0);

/// A call of a function that is no intrinsic: "sinf". Its result is not compared.
construct function_call(const std::string& name, const std::string& result, const std::vector<std::string>& parameters);

}  // namespace ndweave::compiler::testing
