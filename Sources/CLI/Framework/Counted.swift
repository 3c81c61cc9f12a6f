/// Numbers of things, in words.
package enum Counted {
    /// `1 certificate`, `2 certificates`, `0 entries`.
    ///
    /// - Parameter many: The word for several, where that is not the word for one with an s.
    package static func text(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}
