#include "cli/program.hpp"

int main(int argc, char** argv) { return ndweave::harness::program(argc, argv); }
