import Foundation

extension CommandError {
    /// What the operating system said, in its own words: of an error of Foundation only they help a user.
    static func words(of error: any Error) -> String {
        let outer = error as NSError
        let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
        guard inner.domain == NSPOSIXErrorDomain else { return outer.localizedDescription }
        return String(cString: strerror(Int32(truncatingIfNeeded: inner.code)))
    }
}
