#ifndef EMRTD_CJPEG_H
#define EMRTD_CJPEG_H

#include <turbojpeg.h>

#endif
