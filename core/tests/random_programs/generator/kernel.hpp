/// A random kernel: a function that starts it, and what it calls. The same text is a program of SYCL and of the
/// reference. README.md states the rules it keeps to.
#pragma once

#include "exchange.hpp"

namespace random_programs {

class random_kernel : protected random_exchange {
public:
    /// The kernel follows from `seed`; `number` is part of its name.
    random_kernel(std::uint64_t seed, unsigned number);

    /// The text without some statements: a namespace `kernel_<number>` with `buffers`, `wants` and `start`.
    std::string text(const std::set<unsigned>& dropped) const;
    unsigned statement_count() const { return statements_; }

private:
    enum class kind { basic, groups, barriers };

    struct buffer {
        std::size_t count;
        type of;
        std::string before;  // random_programs::content
    };

    statements body(unsigned most, const place&) override;
    statement any_statement(const place&);
    statement simple_statement(const place&);

    void choose_shape();
    std::string add_buffer(const std::string& name, std::size_t count, type, const std::string& before, bool constant);
    void make_inputs();
    void make_outputs();
    void make_shared_memory();
    void make_numbers();
    void know_ids();
    void know_id(const std::string& value, std::size_t end, bool uniform);
    statements declare_variables();
    statements write_outputs();
    /// Many arrays, read at neighbours' elements and written without a branch around it.
    statements streams();

    bool basic() const { return kind_ == kind::basic; }
    std::string buffers_text() const;
    std::string launch_text() const;

    const unsigned number_;
    kind kind_ = kind::basic;
    unsigned dimensions_ = 1;
    std::vector<std::size_t> groups_, local_;  // work-items of a basic kernel: groups_
    std::size_t items_ = 0;
    std::vector<buffer> buffers_;
    std::vector<variable> outputs_;
    bool wide_atomics_ = false;
    std::string reduction_;
    statements before_, captures_, ids_, statements_of_kernel_;  // in the order of the text
    std::string accessors_;
};

}  // namespace random_programs
