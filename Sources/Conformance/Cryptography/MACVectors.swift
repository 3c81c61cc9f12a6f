import Cryptography

/// A message and its retail MAC.
package struct RetailMACVector: ConformanceVector {
    package static let places = ["cryptography/retail-mac/"]

    package let id: String
    package let key: HexBytes
    package let message: HexBytes
    /// Whether the message is padded already.
    package let padded: Bool?
    package let mac: HexBytes

    package var requiredAlgorithms: [String] { ["DES-EDE3-CBC"] }

    package func check() throws {
        try compare("length of the key", key.bytes.count, with: 16)
        try require("length of the message", message.bytes.count, is: "one or more whole blocks") {
            padded != true || $0 > 0 && $0.isMultiple(of: 8)
        }
        try compare("mac", computed(key: key.bytes, message: message.bytes), with: mac.bytes)
    }

    /// The MAC over another message or under another key, padded as the vector says.
    package func computed(key: [UInt8], message: [UInt8]) -> [UInt8] {
        let key = RetailMACKey(key)
        return padded == true ? key.macOfPadded(message) : key.mac(over: message)
    }
}

/// A message and its CMAC.
package struct CMACVector: ConformanceVector {
    package static let places = ["cryptography/cmac/"]

    package let id: String
    package let key: HexBytes
    package let message: HexBytes
    package let mac: HexBytes

    package var requiredAlgorithms: [String] { ["CMAC"] }

    package func check() throws {
        try require("length of the key", key.bytes.count, is: "16, 24 or 32", [16, 24, 32].contains)
        try compare("mac", CMACKey(key.bytes).mac(over: message.bytes), with: mac.bytes)
    }
}
