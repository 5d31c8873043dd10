#define PART in_archive
#define NUMBER 7
#include "part.inl"
