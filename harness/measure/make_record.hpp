/// What an app gives back, as a record.
#pragma once

#include <string>

#include "app.hpp"
#include "measure/measurement.hpp"
#include "record/record.hpp"

namespace ndweave::harness {

/// Status ok, unverified or invalid. An invalid one carries no time and no figure; times that are none are an error.
record measured_record(const measurement&, const apps::result&);

/// Of a measurement that gave nothing.
record failed_record(const measurement&, status outcome, const std::string& reason);

}  // namespace ndweave::harness
