#include "ndweave/mpi/open.h"

#include <exception>
#include <ndweave/mpi.hpp>
#include <string>

ndweave::partition::communicator* ndweave_mpi_open(const char** problem) {
    static thread_local std::string text;
    try {
        return new ndweave::mpi::session;
    } catch (const std::exception& e) {
        text = e.what();
        *problem = text.c_str();
        return nullptr;
    }
}
