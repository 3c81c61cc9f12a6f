#ifndef EMRTD_CPNG_H
#define EMRTD_CPNG_H

#include <png.h>

/* A function-like macro that Swift cannot import: the bytes that `png_image_finish_read` writes. */
static inline size_t cpng_image_size(const png_image *image) { return PNG_IMAGE_SIZE(*image); }

#endif
