#ifndef EMRTD_CVIDEO4LINUX_H
#define EMRTD_CVIDEO4LINUX_H

#include <errno.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

/* Request codes are macros that Swift cannot import, and ioctl takes variable arguments. Each returns 0 or the error. */
static inline int cvideo_call(int descriptor, unsigned long request, void *argument) {
    int result;
    do { result = ioctl(descriptor, request, argument); } while (result == -1 && errno == EINTR);
    return result == -1 ? errno : 0;
}
static inline int cvideo_capability(int fd, struct v4l2_capability *a) { return cvideo_call(fd, VIDIOC_QUERYCAP, a); }
static inline int cvideo_next_format(int fd, struct v4l2_fmtdesc *a) { return cvideo_call(fd, VIDIOC_ENUM_FMT, a); }
static inline int cvideo_next_size(int fd, struct v4l2_frmsizeenum *a) {
    return cvideo_call(fd, VIDIOC_ENUM_FRAMESIZES, a);
}
static inline int cvideo_set_format(int fd, struct v4l2_format *a) { return cvideo_call(fd, VIDIOC_S_FMT, a); }
static inline int cvideo_request_buffers(int fd, struct v4l2_requestbuffers *a) {
    return cvideo_call(fd, VIDIOC_REQBUFS, a);
}
static inline int cvideo_query_buffer(int fd, struct v4l2_buffer *a) { return cvideo_call(fd, VIDIOC_QUERYBUF, a); }
static inline int cvideo_queue(int fd, struct v4l2_buffer *a) { return cvideo_call(fd, VIDIOC_QBUF, a); }
static inline int cvideo_dequeue(int fd, struct v4l2_buffer *a) { return cvideo_call(fd, VIDIOC_DQBUF, a); }
static inline int cvideo_start(int fd, int *type) { return cvideo_call(fd, VIDIOC_STREAMON, type); }
static inline int cvideo_stop(int fd, int *type) { return cvideo_call(fd, VIDIOC_STREAMOFF, type); }

#endif
