/// Runs an app in this process.
#pragma once

#include "measure/measurement.hpp"
#include "measure/turns/turn_taker.hpp"
#include "record/safe_json.hpp"

namespace ndweave {
class device;
}
namespace ndweave::partition {
class communicator;
}

namespace ndweave::harness {

/// Measures, alone, in turns with others, or as one of `ranks`; what the app reports meanwhile goes to `say`, of the
/// first rank alone. Returns {"device", "records"} or {"error"}.
json run_app(const measurement&, turn_taker* turns = nullptr, partition::communicator* ranks = nullptr);

json device_facts(const device&);

}  // namespace ndweave::harness
