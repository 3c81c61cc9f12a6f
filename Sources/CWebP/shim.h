#ifndef EMRTD_CWEBP_H
#define EMRTD_CWEBP_H

#include <webp/decode.h>

#endif
