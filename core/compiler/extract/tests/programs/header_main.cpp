#include "describe.hpp"

const kernel_record* from_one();
const kernel_record* from_two();

int main() {
#ifndef WITHOUT_ONE
    describe("one", *from_one());
#endif
#ifndef WITHOUT_TWO
    describe("two", *from_two());
#endif
}
