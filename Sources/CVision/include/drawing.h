#ifndef CVISION_DRAWING_H
#define CVISION_DRAWING_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Draws a closed outline into a picture of red, green, blue: `count` corners as pairs of x and y.
///
/// A line of `colour` with a white border on both sides, so that it shows on dark and on light ground alike.
int cvision_draw_outline(
    uint8_t *_Nonnull pixels, int width, int height, const double *_Nonnull corners, int count,
    const uint8_t *_Nonnull colour, int thickness);

#ifdef __cplusplus
}
#endif
#endif
