import Glibc

/// Ends this process as soon as whoever started it is gone: a picture that is decoded then is for nobody.
///
/// The thread that decodes would notice only when it answers.
enum AbandonmentWatch {
    static func start() {
        var information = stat()
        // Of a pipe the end says that no more requests come, and answers are still waited for.
        guard fstat(STDIN_FILENO, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK else { return }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 1 << 17)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        pthread_create(
            &thread, &attributes,
            { _ in
                // Without any event that is asked for: what comes is that the other side was closed.
                var other = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
                while poll(&other, 1, -1) < 0, errno == EINTR {}
                _exit(0)
            }, nil)
    }
}
