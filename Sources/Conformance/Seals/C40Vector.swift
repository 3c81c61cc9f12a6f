import Seals

/// Text and its bytes.
package struct C40Vector: ConformanceVector {
    package static let places = ["seals/c40/"]

    package let id: String
    package let text: String
    package let encoded: HexBytes

    package func check() throws {
        try compare("text", C40.decode(encoded.bytes[...], "text"), with: text)
    }
}
