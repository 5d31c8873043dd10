/// Visibility of the library's functions and classes.
#pragma once

#define NDWEAVE_EXPORT [[gnu::visibility("default")]]
