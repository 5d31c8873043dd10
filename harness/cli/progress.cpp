#include "cli/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace ndweave::harness {

progress_line::progress_line(std::size_t total) : terminal_(isatty(2) == 1), total_(total) {}

void progress_line::start(const std::string& name) {
    ++number_;
    name_ = name;
    update("");
}

void progress_line::update(const std::string& what) {
    if (terminal_) draw(what, false);
}

void progress_line::finish(const std::string& status, double seconds) {
    char text[64];
    std::snprintf(text, sizeof text, "%s, %.1f s", status.c_str(), seconds);
    draw(text, true);
}

void progress_line::draw(const std::string& text, bool final) {
    std::fprintf(stderr, "%s[%zu/%zu] %s  %s%s", terminal_ ? "\r\033[K" : "", number_, total_, name_.c_str(),
                 text.c_str(), final ? "\n" : "");
    std::fflush(stderr);
}

}  // namespace ndweave::harness
