// Looks like a record of another release.
struct record_of_another_release {
    const char* name;
    unsigned version;
};

[[clang::annotate("ndweave.record")]] record_of_another_release odd_record{nullptr, 7};
