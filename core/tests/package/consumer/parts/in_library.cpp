#define PART in_library
#define NUMBER 9
#include "part.inl"
