#pragma once
#include <zbar.h>

// What Swift cannot import: the name of a picture's format as four letters. Y800 is a byte a pixel, grey.
static inline unsigned long czbar_grey(void) { return zbar_fourcc('Y', '8', '0', '0'); }
