#ifndef EMRTD_CTIFF_H
#define EMRTD_CTIFF_H

#include <stdarg.h>
#include <stdio.h>
#include <tiffio.h>

/* What libtiff complained about: the first error, which tells most, and how many there were. */
typedef struct {
    char words[200];
    int error_count;
} ctiff_messages;

/* Handlers take a va_list, and fields are read through variable arguments: Swift can write neither. */
static inline int ctiff_note_error(TIFF *tif, void *messages, const char *module, const char *format, va_list arguments) {
    ctiff_messages *noted = (ctiff_messages *)messages;
    (void)tif;
    (void)module;
    if (noted->error_count == 0) vsnprintf(noted->words, sizeof noted->words, format, arguments);
    if (noted->error_count < 1000) noted->error_count++;
    return 1;
}

static inline int ctiff_ignore(TIFF *tif, void *messages, const char *module, const char *format, va_list arguments) {
    (void)tif;
    (void)messages;
    (void)module;
    (void)format;
    (void)arguments;
    return 1;
}

static inline void ctiff_listen(TIFFOpenOptions *options, ctiff_messages *messages) {
    TIFFOpenOptionsSetErrorHandlerExtR(options, ctiff_note_error, messages);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ctiff_ignore, NULL);
}

/* What the codecs of libtiff print about no file in particular. */
static inline void ctiff_silence(void) {
    TIFFSetErrorHandler(NULL);
    TIFFSetErrorHandlerExt(NULL);
    TIFFSetWarningHandler(NULL);
    TIFFSetWarningHandlerExt(NULL);
}

static inline uint32_t ctiff_long(TIFF *tif, uint32_t tag) {
    uint32_t value = 0;
    return TIFFGetFieldDefaulted(tif, tag, &value) ? value : 0;
}

static inline uint16_t ctiff_short(TIFF *tif, uint32_t tag) {
    uint16_t value = 0;
    return TIFFGetFieldDefaulted(tif, tag, &value) ? value : 0;
}

#endif
