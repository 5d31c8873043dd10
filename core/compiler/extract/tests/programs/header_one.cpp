#include "header_kernel.hpp"

const kernel_record* from_one() { return &header_kernel(); }
