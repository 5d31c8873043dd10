/// The line on standard error that says what a long run is doing.
#pragma once

#include <string>

namespace ndweave::harness {

/// On a terminal one line that is rewritten; elsewhere one line per measurement, when it ends.
class progress_line {
public:
    explicit progress_line(std::size_t total);

    void start(const std::string& name);
    void update(const std::string& what);
    /// `seconds`: that it took.
    void finish(const std::string& status, double seconds);

private:
    void draw(const std::string& text, bool final);

    bool terminal_;
    std::size_t total_, number_ = 0;
    std::string name_;
};

}  // namespace ndweave::harness
