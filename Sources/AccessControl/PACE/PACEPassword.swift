package import Cryptography
public import LDS
public import MRZ

/// What PACE is opened with: the printed MRZ, the card access number, or the holder's PIN or PUK.
///
/// It does not print, and it is erased when released.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.7.3 for the input of the key derivation.
public struct PACEPassword: Sendable {
    /// Which of the passwords this is.
    public let kind: PACEPasswordKind
    private let secret: Secret

    private enum Secret: Sendable {
        case mrz(MRZKeyInformation)
        case digits(Digits)
    }

    /// The digits of a password, which all copies share and the last one erases.
    private final class Digits: Sendable {
        let bytes: SecretBytes

        init(_ digits: some Collection<UInt8>) {
            bytes = SecretBytes(digits)
        }
    }

    /// The password that the printed MRZ makes.
    public static func mrz(_ information: MRZKeyInformation) -> PACEPassword {
        PACEPassword(kind: .mrz, secret: .mrz(information))
    }

    /// The card access number printed on the document.
    ///
    /// - Throws: `AccessControlError.malformedPassword` for anything but 6 to 16 digits, blanks aside.
    public static func can(_ number: String) throws(AccessControlError) -> PACEPassword {
        try PACEPassword(.can, number, digitCount: 6...16)
    }

    /// The holder's PIN, which the chip counts the wrong ones of.
    ///
    /// - Throws: `AccessControlError.malformedPassword` for anything but 4 to 16 digits, blanks aside: a PIN that cannot
    ///   be one must not cost a try.
    public static func pin(_ number: String) throws(AccessControlError) -> PACEPassword {
        try PACEPassword(.pin, number, digitCount: 4...16)
    }

    /// The key that lets a blocked PIN be used again.
    ///
    /// - Throws: `AccessControlError.malformedPassword` for anything but 6 to 16 digits, blanks aside.
    public static func puk(_ number: String) throws(AccessControlError) -> PACEPassword {
        try PACEPassword(.puk, number, digitCount: 6...16)
    }

    private init(_ kind: PACEPasswordKind, _ text: String, digitCount: ClosedRange<Int>) throws(AccessControlError) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        guard digitCount.contains(digits.count), digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { throw .malformedPassword(kind) }
        self.init(kind: kind, secret: .digits(Digits(digits)))
    }

    private init(kind: PACEPasswordKind, secret: Secret) {
        self.kind = kind
        self.secret = secret
    }

    /// Kπ = KDF(f(π), 3), the key that the chip's nonce is encrypted with.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.7.2 and §9.7.3: f is SHA-1, uncut, for the MRZ, and the characters themselves
    /// for the others.
    package func key(for cipher: BlockCipher) -> [UInt8] {
        switch secret {
        case .mrz(let information):
            let hash = information.withBytes { HashAlgorithm.sha1.hash($0) }
            return KeyDerivation.derive(hash, counter: 3, for: cipher)
        case .digits(let digits): return KeyDerivation.derive(digits.bytes, counter: 3, for: cipher)
        }
    }
}

extension PACEPasswordKind {
    /// Whether the chip counts wrong ones and in the end takes no more.
    public var isCounted: Bool { self == .pin || self == .puk }
}

extension PACEPassword: CustomStringConvertible, CustomReflectable {
    /// Which password it is, and nothing of it.
    public var description: String { "a \(kind.name)" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
