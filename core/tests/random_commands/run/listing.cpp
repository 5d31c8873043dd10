#include "listing.hpp"

#include "ordering.hpp"

namespace ndweave::testing {
namespace {

class command_text {
public:
    command_text(const random_commands& all, const submission_order& order, const command& c)
        : all_(all), text_("  " + std::to_string(c.number) + ": thread " + std::to_string(c.thread)) {
        add("after the submission of ", order.submitted);
        add_waits(order.waits);
        if (!c.what->on_host()) {
            text_ += "; queue " + std::to_string(c.queue);
            if (!c.what->ends_at_once()) text_ += order.shortcut ? ", shortcut" : ", group";
        }
        add("depends on ", order.before);
        add("behind the action on ", order.behind);
        text_ += "; " + c.what->text();
        if (!text_.ends_with('\n')) text_ += '\n';
        if (!order.waits_after.empty()) {
            text_ += "      and then";
            add_waits(order.waits_after);
            text_ += '\n';
        }
    }

    std::string text() && { return std::move(text_); }

private:
    void add(const char* what, const std::vector<std::size_t>& commands) {
        const char* separator = "; ";
        for (const std::size_t n : commands) {
            text_ += separator + std::string(n == commands.front() ? what : "");
            text_ += std::to_string(all_.commands[n].number);
            separator = ", ";
        }
    }

    void add_waits(const std::vector<host_wait>& waits) {
        for (const host_wait& w : waits) {
            if (w.what == host_wait::by::queue) {
                text_ += "; waits for queue " + std::to_string(w.number);
            } else {
                text_ += w.what == host_wait::by::event ? "; waits for " : "; asks for the end of ";
                text_ += std::to_string(all_.commands[w.number].number);
            }
        }
    }

    const random_commands& all_;
    std::string text_;
};

}  // namespace

std::string listing(const random_commands& all) {
    std::string text = std::to_string(all.has.threads) + " host threads\n" + text_of(all.has);
    for (std::size_t n = 0; n < all.graphs.size(); ++n) {
        text += "graph " + std::to_string(n) + " of " + all.has.devices[all.graphs[n].device()].name + ":\n" +
                all.graphs[n].text();
    }
    const auto orders = order(all.has, all.commands);
    for (std::size_t n = 0; n < all.commands.size(); ++n) {
        text += command_text(all, orders[n], all.commands[n]).text();
    }
    return text;
}

}  // namespace ndweave::testing
