#include "product_code.hpp"

#include <algorithm>
#include <csetjmp>
#include <stdexcept>

#include "code/library_symbols.hpp"
#include "compiler/codegen/host/host.hpp"
#include "compiler/codegen/host/machine.hpp"
#include "compiler/compile.hpp"
#include "compiler/find_wrong_step.hpp"
#include "compiler/passes/captures/separate_captures.hpp"
#include "compiler/pipeline.hpp"
#include "compiler/report/remarks.hpp"
#include "compiler/tests/host_kernel.hpp"
#include "compiler/tests/sha256.hpp"

namespace ndweave::compiler::testing {

namespace {

template <class T>
T value_or_throw(llvm::Expected<T> value) {
    if (!value) throw std::runtime_error(llvm::toString(value.takeError()));
    return std::move(*value);
}

artifact compile_fully(const ndw_compile_request& request) { return value_or_throw(compile(request)).made; }

artifact compile_quickly(const ndw_compile_request& request, step_observer& observer) {
    target quick = host_target;
    quick.compile = [](std::unique_ptr<llvm::Module> module, compilation& job) {
        const auto machine = host::make_machine(false);
        // Without any optimization LLVM 19's DAG combiner recurs without end in loads of which one lane is used.
        machine->setOptLevel(llvm::CodeGenOptLevel::Less);
        return compile_for_host(std::move(module), job, *machine);
    };
    llvm::LLVMContext context;
    compilation job(request, quick);
    job.observer = &observer;
    collect_remarks(context, job.notes);
    return value_or_throw(run_pipeline(context, job));
}

/// What the compiler assumes of the kernel's pointers.
distinct_pointers assumed_pointers(const ndw_compile_request& request) {
    target front = host_target;
    front.compile = [](std::unique_ptr<llvm::Module> module, compilation& job) -> llvm::Expected<artifact> {
        if (llvm::Error error = job.run({{"separate-captures", "function(separate-captures)"}}, *module)) return error;
        const distinct_pointers found = distinct_pointers::of(*job.entry(*module));
        artifact made;
        made.distinct_pointers = found.offsets;
        made.written_pointer_count = found.written;
        return made;
    };
    llvm::LLVMContext context;
    compilation job(request, front);
    const artifact made = value_or_throw(run_pipeline(context, job));
    return {made.distinct_pointers, made.written_pointer_count};
}

/// Says which of the pointers that the compiler assumes to lead into allocations of their own lead into the same ones,
/// as a launch does.
void tell_pointer_classes(ndw_compile_request& request, const std::map<std::uint32_t, std::size_t>& allocations) {
    const distinct_pointers assumed = assumed_pointers(request);
    for (unsigned n = 0; n < assumed.offsets.size(); ++n) {
        const auto leads_there = [&](unsigned other) {
            return allocations.at(assumed.offsets[other]) == allocations.at(assumed.offsets[n]);
        };
        for (unsigned first = 0; first < std::min(n, assumed.written); ++first) {
            if (!leads_there(first)) continue;
            if (n >= NDW_POINTER_CLASSES) {
                request.variant.flags &= ~NDW_COMPILE_DISTINCT_POINTERS;
                return;
            }
            request.variant.pointer_classes |= std::uint64_t{n - first} << NDW_POINTER_CLASS_BITS * n;
            break;
        }
    }
}

/// A request and the bitcode that it points to.
struct bitcode_request {
    bitcode_request(const kernel_text& kernel, const work_group& group, const product_options& options)
        : name(kernel.name), bitcode(bitcode_of(kernel)), hash(sha256_text(bitcode)) {
        ndw_compile_request& r = request;
        r.struct_size = sizeof(r);
        r.variant.target = NDW_TARGET_HOST;
        r.kernel_name = name.c_str();
        r.bitcode = bitcode.data();
        r.bitcode_size = bitcode.size();
        r.bitcode_hash = hash.c_str();
        r.variant.kind = options.basic ? 1 : 2;
        r.variant.dimensions = group.local_range[2] > 1 ? 3 : group.local_range[1] > 1 ? 2 : 1;
        if (!options.basic)
            std::copy(std::begin(group.local_range), std::end(group.local_range), r.variant.local_range);
        r.variant.strategy = options.strategy;
        r.variant.flags = options.flags;
        r.variant.sub_group_size = group.sub_group_size;
        r.functor_size = options.functor_size;
        r.variant.pointer_alignment = options.pointer_alignment;
        for (const auto& [offset, bytes] : options.captures) {
            captures.push_back({{offset, static_cast<std::uint32_t>(bytes.size())}, bytes.data()});
        }
        r.captures = captures.data();
        r.capture_count = static_cast<std::uint32_t>(captures.size());
        if (options.flags & NDW_COMPILE_DISTINCT_POINTERS) tell_pointer_classes(r, options.pointers);
    }
    bitcode_request(const bitcode_request&) = delete;

    const std::string name, bitcode, hash;
    std::vector<ndw_captured_value> captures;  // in the options' memory
    ndw_compile_request request{};
};

/// What a kernel in check mode may reach, and what it did wrong.
class lookout : public ndw_check {
public:
    lookout(const work_group& group, product_code::memory arena, std::span<const product_code::memory> reachable)
        : ndw_check{look,       look_at_private, diverge,       begin_group, pass_barrier,
                    pass_fence, divide,          write_through, {},          0},
          local_(std::as_bytes(std::span(group.local_memory))),
          arena_(arena),
          reachable_(reachable) {}

    void run(ndw_host_entry entry, ndw_host_launch launch, std::size_t functor_bytes, const ndw_host_worker& worker,
             const ndw_host_box& box) {
        launch.check = this;
        functor_ = {static_cast<const std::byte*>(launch.functor), functor_bytes};
        stack_end_ = static_cast<const std::byte*>(__builtin_frame_address(0));
        if (setjmp(way_out_) == 0) return entry(&launch, &worker, &box);
        throw wrong_result(mistake_);
    }

private:
    static lookout& of(ndw_check* check) { return *static_cast<lookout*>(check); }

    [[noreturn]] static void leave(ndw_check* check, const char* mistake) {
        of(check).mistake_ = mistake;
        std::longjmp(of(check).way_out_, 1);
    }

    static void* look(ndw_check* check, void* address, std::uint64_t bytes, std::uint32_t what, std::uint64_t,
                      const char*) {
        const auto holds = [&](product_code::memory m) {
            const auto offset = static_cast<const std::byte*>(address) - m.data();
            return offset >= 0 && offset + bytes <= m.size();
        };
        const lookout& l = of(check);
        const auto* stack = static_cast<const std::byte*>(__builtin_frame_address(0));
        const bool fine = what & NDW_CHECK_LOCAL
                              ? holds(l.local_)
                              : std::ranges::any_of(l.reachable_, holds) || holds(l.local_) || holds(l.arena_) ||
                                    holds(l.functor_) || holds({stack, l.stack_end_});  // private arrays
        if (!fine) leave(check, "check mode sees an access out of bounds");
        return address;
    }

    static void look_at_private(ndw_check* check, std::int64_t at, std::uint64_t bytes, std::uint64_t end,
                                std::uint32_t what, std::uint32_t, const char*, const char*) {
        const auto first = static_cast<std::uint64_t>(at);
        if (first > end || (what & NDW_CHECK_INDEX ? 1 : bytes) > end - first)
            leave(check, "check mode sees an access beyond a private array");
    }

    static void diverge(ndw_check* check, std::uint32_t, const char*, const char*, std::uint32_t) {
        leave(check, "check mode sees a divergent barrier or operation of a sub-group");
    }

    static void begin_group(ndw_check*, std::uint64_t, std::uint64_t, std::uint64_t) {}
    static void pass_barrier(ndw_check*, std::uint32_t) {}
    static void pass_fence(ndw_check*) {}
    static void write_through(ndw_check*, const void*) {}

    static void divide(ndw_check* check, std::uint32_t fault, const char*) {
        if (fault != 0) leave(check, "check mode sees a division that fails");
    }

    product_code::memory local_, arena_, functor_;
    std::span<const product_code::memory> reachable_;
    const std::byte* stack_end_ = nullptr;
    const char* mistake_ = nullptr;
    std::jmp_buf way_out_;
};

}  // namespace

void compile_watched(const kernel_text& kernel, const work_group& group, const product_options& options,
                     step_observer& observer) {
    compile_quickly(bitcode_request(kernel, group, options).request, observer);
}

std::pair<ndw_host_launch, ndw_host_box> call_for(const work_group& group, bool basic, const void* functor) {
    ndw_host_launch launch{};
    launch.functor = functor;
    ndw_host_box box{};
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t items = group.local_range[axis];
        launch.local_range[axis] = basic ? 1 : group.local_range[axis];
        box.begin[axis] = basic ? group.first_id[axis] : group.group_id[axis];
        box.end[axis] = basic ? group.first_id[axis] + items : group.group_id[axis] + 1;
        launch.group_range[axis] = box.end[axis];
        launch.global_range[axis] = basic ? box.end[axis] : box.end[axis] * items;
    }
    return {launch, box};
}

product_code::product_code(const kernel_text& kernel, const work_group& group, const product_options& options)
    : functor_bytes_(options.functor_size), basic_(options.basic) {
    const bitcode_request of(kernel, group, options);
    const artifact made = compile_fully(of.request);
    arena_bytes_ = made.arena_bytes;
    code_ = std::make_unique<code::loaded_image>(code::decode(made.code).value(), code::find_library_symbol);
    entry_ = reinterpret_cast<ndw_host_entry>(code_->entry());
}

product_code::product_code(const ndw_compiled_kernel& made, const product_options& options)
    : entry_(made.host_entry),
      arena_bytes_(made.arena_bytes),
      functor_bytes_(options.functor_size),
      basic_(options.basic) {}

std::string product_code::wrong_step(const kernel_text& kernel, const work_group& group, const product_options& options,
                                     const std::function<bool(const product_code&)>& is_right) {
    const bitcode_request of(kernel, group, options);
    return value_or_throw(find_wrong_step(
        of.request, [&](const ndw_compiled_kernel& made) { return is_right(product_code(made, options)); }));
}

void product_code::run(work_group& group, const void* functor, std::span<const memory> reachable) const {
    const auto [launch, box] = call_for(group, basic_, functor);
    aligned_buffer<char> arena(arena_bytes_);
    const ndw_host_worker worker{group.local_memory.data(), arena.data()};
    lookout(group, std::as_bytes(std::span(arena.data(), arena_bytes_)), reachable)
        .run(entry_, launch, functor_bytes_, worker, box);
}

}  // namespace ndweave::compiler::testing
