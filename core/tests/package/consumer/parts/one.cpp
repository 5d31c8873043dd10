#define PART one
#define NUMBER 3
#include "part.inl"
