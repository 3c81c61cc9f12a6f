#ifndef EMRTD_COPENJPEG_H
#define EMRTD_COPENJPEG_H

#include <openjpeg.h>

#endif
