#define PART two
#define NUMBER 5
#include "part.inl"
