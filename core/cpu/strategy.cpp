#include "cpu/strategy.hpp"

#include <string>

#include "runtime/environment/environment.hpp"

namespace ndweave::detail {

const char* strategy_name(cpu_strategy s) {
    switch (s) {
        case cpu_strategy::loop:
            return "loop";
        case cpu_strategy::cbs:
            return "cbs";
        case cpu_strategy::fiber:
            return "fiber";
        case cpu_strategy::automatic:
            break;
    }
    return "auto";
}

cpu_strategy strategy_of_environment() {
    const std::string value = environment_value("NDWEAVE_CPU");
    for (cpu_strategy s : {cpu_strategy::loop, cpu_strategy::cbs, cpu_strategy::fiber}) {
        if (value == strategy_name(s)) return s;
    }
    return cpu_strategy::automatic;
}

}  // namespace ndweave::detail
