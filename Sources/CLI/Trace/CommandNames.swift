import CardTransport

/// What commands are called.
///
/// Spec: ISO/IEC 7816-4 §5.4.2, table 4.
enum CommandNames {
    /// The name of a command; nil for an instruction that no travel document has.
    static func name(of command: Trace.Command) -> String? {
        guard command.header.count == 4 else { return nil }
        return names[command.header[1]]
    }

    private static let names: [UInt8: String] = [
        0x20: "VERIFY", 0x22: "MANAGE SECURITY ENVIRONMENT", 0x2A: "PERFORM SECURITY OPERATION",
        0x2C: "RESET RETRY COUNTER", 0x5F: "FILE AND MEMORY MANAGEMENT", 0x82: "EXTERNAL AUTHENTICATE",
        0x84: "GET CHALLENGE",
        0x86: "GENERAL AUTHENTICATE", 0x88: "INTERNAL AUTHENTICATE", 0xA4: "SELECT", 0xB0: "READ BINARY",
        0xB1: "READ BINARY", 0xB2: "READ RECORD", 0xC0: "GET RESPONSE", 0xCA: "GET DATA", 0xCB: "GET DATA",
    ]
}
