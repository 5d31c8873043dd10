#include "setting.hpp"

#include <algorithm>
#include <iterator>

namespace ndweave::testing {
namespace {

/// Mostly short, so that there are many commands; some long enough to be shared out among threads.
std::size_t draw_words(random_source& random) {
    const std::size_t of_a_hundred = random.below(100);
    if (of_a_hundred < 60) return random.between(1, 300);
    if (of_a_hundred < 92) return random.between(300, 5000);
    return random.between(5000, 60000);
}

memory_kind draw_kind(random_source& random, const device_setting& device) {
    std::vector<memory_kind> kinds{memory_kind::device, memory_kind::ordinary};
    if (device.host) kinds.push_back(memory_kind::host);
    if (device.shared) kinds.insert(kinds.end(), 2, memory_kind::shared);
    return random.of(kinds);
}

/// Programs with few kinds of commands have more of each: where all are alike, rare meetings of two become frequent.
unsigned draw_share(random_source& random) {
    static constexpr unsigned shares[] = {0, 1, 1, 3, 12};
    return shares[random.below(std::size(shares))];
}

const char* name_of(memory_kind kind) {
    switch (kind) {
        case memory_kind::host:
            return "host";
        case memory_kind::shared:
            return "shared";
        default:
            return "device";
    }
}

}  // namespace

bool setting::reaches(std::size_t device, const array_setting& array) const {
    if (array.kind == memory_kind::ordinary) return false;
    return array.device == device || (devices[device].is_cpu && array.kind != memory_kind::device);
}

setting draw_setting(random_source& random, std::vector<device_setting> devices, bool barriers) {
    setting made;
    made.devices = std::move(devices);
    made.barriers = barriers;
    for (unsigned& share : made.shares) share = draw_share(random);
    made.threads = random.chance(10) ? 1 : random.between(2, 6);
    made.strange_arrays = random.of(std::vector<unsigned>{2, 5, 25});
    for (std::size_t n = random.between(1, 5); n != 0; --n) {
        const std::size_t device = random.below(made.devices.size());
        made.queues.push_back({device, made.devices[device].profiling && random.chance(40), random.chance(50)});
    }
    std::vector<std::size_t> used;
    for (const queue_setting& q : made.queues) used.push_back(q.device);
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    for (const std::size_t device : used) made.arrays.push_back({memory_kind::device, device, draw_words(random)});
    for (std::size_t n = random.between(made.threads, 12); n != 0; --n) {
        const std::size_t device = random.of(used);
        const memory_kind kind = draw_kind(random, made.devices[device]);
        made.arrays.push_back({kind, device, draw_words(random)});
    }
    return made;
}

std::string text_of(const setting& s) {
    std::string text;
    for (std::size_t n = 0; n < s.queues.size(); ++n) {
        text += "queue " + std::to_string(n) + ": " + s.device_of_queue(n).name +
                (s.queues[n].profiling ? ", with profiling" : "") +
                (s.queues[n].asynchronous ? ", asynchronous\n" : "\n");
    }
    for (std::size_t n = 0; n < s.arrays.size(); ++n) {
        const array_setting& a = s.arrays[n];
        text += "a" + std::to_string(n) + ": " + std::to_string(a.words) + " words of ";
        if (a.kind == memory_kind::ordinary) {
            text += "ordinary memory\n";
        } else {
            text += std::string(name_of(a.kind)) + " memory of " + s.devices[a.device].name + "\n";
        }
    }
    return text;
}

}  // namespace ndweave::testing
