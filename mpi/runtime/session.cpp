#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <ndweave/device.hpp>
#include <ndweave/exception.hpp>
#include <ndweave/mpi.hpp>
#include <thread>
#include <vector>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace ndweave::mpi {
namespace {

/// MPI_THREAD_SERIALIZED: one call at a time in the process.
std::mutex& one_call_at_a_time() {
    static std::mutex mutex;
    return mutex;
}

/// Waits without keeping other threads from MPI: what this one waits for may need what they do. Gives the processor
/// away after so many tests in vain, which take about 0.1 µs each: at first a message is on its way.
void wait_for(std::vector<MPI_Request>& requests, int tests_before_yield) {
    for (int tests = 0, done = 0;; ++tests) {
        {
            const std::lock_guard lock(one_call_at_a_time());
            MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
        }
        if (done) return;
        if (tests >= tests_before_yield) std::this_thread::yield();
    }
}

MPI_Op operation(partition::combine how) {
    switch (how) {
        case partition::combine::sum:
            return MPI_SUM;
        case partition::combine::minimum:
            return MPI_MIN;
        case partition::combine::maximum:
            return MPI_MAX;
    }
    return MPI_OP_NULL;
}

class messages_under_way : public partition::transfer {
public:
    messages_under_way(MPI_Comm comm, int tests_before_yield, std::span<const partition::message> receives,
                       std::span<const partition::message> sends)
        : tests_before_yield_(tests_before_yield) {
        const std::lock_guard lock(one_call_at_a_time());
        for (const partition::message& m : receives) {
            each_part(m, [&](char* data, int bytes) {
                MPI_Irecv(data, bytes, MPI_BYTE, m.peer, m.tag, comm, &requests_.emplace_back());
            });
        }
        for (const partition::message& m : sends) {
            each_part(m, [&](const char* data, int bytes) {
                MPI_Isend(data, bytes, MPI_BYTE, m.peer, m.tag, comm, &requests_.emplace_back());
            });
        }
    }
    void wait() override { wait_for(requests_, tests_before_yield_); }

private:
    /// MPI counts in int.
    template <class Call>
    static void each_part(const partition::message& m, const Call& call) {
        constexpr std::size_t most = std::size_t{1} << 30;
        std::size_t done = 0;
        do {
            const std::size_t bytes = std::min(m.bytes - done, most);
            call(static_cast<char*>(m.data) + done, static_cast<int>(bytes));
            done += bytes;
        } while (done < m.bytes);
    }

    int tests_before_yield_;
    std::vector<MPI_Request> requests_;
};

}  // namespace

struct session::state {
    explicit state(MPI_Comm over) {
        int finalized = 0, initialized = 0;
        MPI_Finalized(&finalized);
        if (finalized)
            throw exception(errc::invalid,
                            "mpi::session: MPI has been finalised; make the session before MPI_Finalize");
        MPI_Initialized(&initialized);
        int level = MPI_THREAD_SINGLE;
        if (initialized) {
            MPI_Query_thread(&level);
        } else {
            MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
            finalizes = true;
        }
        any_thread = level >= MPI_THREAD_SERIALIZED;
        int is_main = 1;
        if (!any_thread) MPI_Is_thread_main(&is_main);
        if (!is_main) {
            throw exception(
                errc::invalid,
                "mpi::session: MPI was initialised for the main thread alone, and this is another one; make "
                "the session there, or initialise with MPI_THREAD_SERIALIZED");
        }
        MPI_Comm_dup(over, &comm);
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        MPI_Comm node;
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
        MPI_Comm_rank(node, &node_rank);
        MPI_Comm_size(node, &node_size);
        MPI_Comm_free(&node);
        // With more ranks than processors, who waits is in the way.
        if (static_cast<unsigned>(node_size) > std::thread::hardware_concurrency()) tests_before_yield = 0;
        const int leads = node_rank == 0;
        MPI_Allreduce(&leads, &nodes, 1, MPI_INT, MPI_SUM, comm);
    }
    ~state() {
        int finalized = 0;
        MPI_Finalized(&finalized);
        if (finalized) return;  // by somebody else: the communicator went with it
        MPI_Comm_free(&comm);
        if (finalizes) MPI_Finalize();
    }

    /// Calls `start`, which begins something and sets its request, then waits for it.
    template <class Start>
    void run(const Start& start) const {
        std::vector<MPI_Request> request(1);
        {
            const std::lock_guard lock(one_call_at_a_time());
            start(request.data());
        }
        wait_for(request, tests_before_yield);
    }

    template <class T>
    void reduce(std::span<T> values, partition::combine how, MPI_Datatype type) const {
        run([&](MPI_Request* request) {
            MPI_Iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), type, operation(how), comm,
                           request);
        });
    }

    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0, size = 1, node_rank = 0, node_size = 1, nodes = 1;
    int tests_before_yield = 2000;
    bool finalizes = false, any_thread = false;
};

session::session(MPI_Comm over) : state_(std::make_unique<state>(over)) {}
session::~session() = default;

int session::rank() const { return state_->rank; }
int session::size() const { return state_->size; }
int session::node_rank() const { return state_->node_rank; }
int session::node_size() const { return state_->node_size; }
int session::nodes() const { return state_->nodes; }
bool session::any_thread() const { return state_->any_thread; }

std::unique_ptr<partition::transfer> session::start(std::span<const partition::message> receives,
                                                    std::span<const partition::message> sends) {
    return std::make_unique<messages_under_way>(state_->comm, state_->tests_before_yield, receives, sends);
}

void session::all_reduce(std::span<double> values, partition::combine how) { state_->reduce(values, how, MPI_DOUBLE); }
void session::all_reduce(std::span<std::uint64_t> values, partition::combine how) {
    state_->reduce(values, how, MPI_UINT64_T);
}

void session::all_gather(const void* mine, void* all, std::size_t bytes) {
    const int count = static_cast<int>(bytes);
    state_->run([&](MPI_Request* request) {
        MPI_Iallgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, state_->comm, request);
    });
}

void session::broadcast(void* data, std::size_t bytes, int root) {
    state_->run([&](MPI_Request* request) {
        MPI_Ibcast(data, static_cast<int>(bytes), MPI_BYTE, root, state_->comm, request);
    });
}

void session::barrier() {
    state_->run([&](MPI_Request* request) { MPI_Ibarrier(state_->comm, request); });
}

void session::abort(int status) {
    MPI_Abort(state_->comm, status);
    std::_Exit(status);
}

bool session::takes_memory_of(const device& d) const {
#ifdef MPIX_CUDA_AWARE_SUPPORT
    if (d.backend_name() == "cuda") return MPIX_Query_cuda_support() != 0;
#endif
#ifdef OMPI_HAVE_MPI_EXT_ROCM
    if (d.backend_name() == "hip") return MPIX_Query_rocm_support() != 0;
#endif
    return d.backend_name() == "cpu";
}

}  // namespace ndweave::mpi
