import CP11Kit

/// A `pkcs11:` URI: which token, and which key on it.
///
/// Spec: RFC 7512 §2.
final class TokenAddress: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ text: String) throws(TerminalKeyError) {
        guard let pointer = p11_kit_uri_new() else { throw .token(.malformedURI) }
        self.pointer = pointer
        guard p11_kit_uri_parse(text, P11_KIT_URI_FOR_ANY, pointer) == 0, p11_kit_uri_any_unrecognized(pointer) == 0
        else { throw .token(.malformedURI) }
        guard p11_kit_uri_get_pin_value(pointer) == nil else { throw .token(.pinInURI) }
    }

    deinit { p11_kit_uri_free(pointer) }

    /// The module's path, where the URI has one.
    var modulePath: String? { p11_kit_uri_get_module_path(pointer).map { String(cString: $0) } }

    /// The file with the PIN, where the URI names one.
    ///
    /// Spec: RFC 7512 §2.4 (`pin-source` with a `file:` URI or a path).
    var pinFile: String? {
        guard let source = p11_kit_uri_get_pin_source(pointer).map({ String(cString: $0) }) else { return nil }
        for prefix in ["file://", "file:"] where source.hasPrefix(prefix) {
            return String(source.dropFirst(prefix.count))
        }
        return source.hasPrefix("/") ? source : nil
    }
}
