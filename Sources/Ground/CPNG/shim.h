#pragma once
// Included by png.h only as some compilers are set up.
#include <stddef.h>
#include <stdio.h>
#include <png.h>
