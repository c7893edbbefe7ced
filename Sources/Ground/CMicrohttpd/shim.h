// What Swift cannot import from the library's own headers is wrapped here, in typed static inline functions.
#pragma once
#include <microhttpd.h>
