#ifndef CVISION_H
#define CVISION_H
#include <stddef.h>
#include <stdint.h>

/// OpenCV behind a plain C header: no exception leaves it, every failure is a negative number or a null pointer, and
/// `error` (where it is given) then holds what happened, closed by a zero byte.
#ifdef __cplusplus
extern "C" {
#endif

/// A network that was read from ONNX.
typedef struct cvision_network cvision_network;

/// Reads a network from the bytes of an ONNX file.
cvision_network *_Nullable cvision_network_load(
    const uint8_t *_Nonnull bytes, size_t count, char *_Nonnull error, size_t error_size);
void cvision_network_free(cvision_network *_Nullable network);

/// Runs a network over `count` pictures of one channel, `height` times `width` floats each.
///
/// Returns how many floats were written to `output`.
long cvision_network_run(
    cvision_network *_Nonnull network, const float *_Nonnull input, int count, int height, int width,
    float *_Nonnull output, size_t output_size, char *_Nonnull error, size_t error_size);

/// Makes a grey picture smaller by the mean of the covered areas, or larger by linear interpolation.
int cvision_resize(
    const uint8_t *_Nonnull source, int width, int height, uint8_t *_Nonnull target, int target_width,
    int target_height);

/// For each pixel of the target the source's brightness at a place: cubic interpolation, the border goes on outside.
int cvision_sample(
    const uint8_t *_Nonnull source, int width, int height, const float *_Nonnull x, const float *_Nonnull y,
    uint8_t *_Nonnull target, int target_width, int target_height);

/// Lays a source into a target: `matrix` (two rows of three) leads from places of the target to places of the source.
int cvision_warp(
    const uint8_t *_Nonnull source, int width, int height, const double *_Nonnull matrix, uint8_t *_Nonnull target,
    int target_width, int target_height);

/// How many threads OpenCV may use; it is told once, before anything else.
void cvision_set_threads(int count);
const char *_Nonnull cvision_version(void);

#ifdef __cplusplus
}
#endif
#endif
