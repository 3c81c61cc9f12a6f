internal import Glibc

/// The MRZ information from which the keys of BAC and of PACE with the MRZ are derived: a secret.
///
/// Document number, date of birth and date of expiry, each with its check digit. It does not print, is compared in
/// constant time and erased when released.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.2 and Appendix D.2.
public struct MRZKeyInformation: Sendable {
    private let storage: Storage

    /// Builds the information from what is printed on the document, for a user without the whole MRZ.
    ///
    /// The number is padded to nine characters; one that is longer keeps its length. Lower case is raised, and what is
    /// no letter or digit inside the number is a filler, as in the MRZ.
    ///
    /// - Parameters:
    ///   - documentNumber: As printed, without a check digit: 1 to 22 characters.
    ///   - dateOfBirth: `740812` or `1974-08-12`; parts that the document does not know are `<<` or `XX`.
    ///   - dateOfExpiry: The same.
    /// - Throws: `MRZError.unusable` with the first field that is wrong.
    public init(documentNumber: String, dateOfBirth: String, dateOfExpiry: String) throws(MRZError) {
        let number = try Self.documentNumber(documentNumber)
        let birth = try Self.date(dateOfBirth, .dateOfBirth)
        let expiry = try Self.date(dateOfExpiry, .dateOfExpiry)
        try self.init(number, birth, expiry)
    }

    /// Builds the information from a document number and dates that are values already.
    public init(documentNumber: String, dateOfBirth: PartialDate, dateOfExpiry: PartialDate) throws(MRZError) {
        try self.init(Self.documentNumber(documentNumber), dateOfBirth.mrzBytes, dateOfExpiry.mrzBytes)
    }

    private init(_ number: [UInt8], _ birth: [UInt8], _ expiry: [UInt8]) throws(MRZError) {
        var bytes: [UInt8] = []
        for (field, characters) in [
            (MRZField.documentNumber, number), (.dateOfBirth, birth), (.dateOfExpiry, expiry),
        ] {
            guard let digit = CheckDigit.compute(over: characters) else { throw .unusable(field, .empty) }
            bytes += characters + [digit]
        }
        self.init(checked: bytes)
    }

    /// Takes bytes whose check digits are right.
    init(checked bytes: [UInt8]) {
        storage = Storage(bytes)
    }

    /// Lends the bytes: 24 of them, more where the document number is long.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(storage.buffer))
    }

    /// A copy of the bytes, for key derivation.
    package var bytes: [UInt8] { withBytes { Array($0) } }

    /// The document number with its check digit, by which Terminal Authentication names a chip that BAC has opened.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.2 (ID_IC).
    package var documentNumberBytes: [UInt8] { Array(bytes.dropLast(14)) }

    /// Whether both are of the same document: the same dates, and the same number, which may be cut to nine characters in
    /// one of them.
    package func isOfSameDocument(as other: MRZKeyInformation) -> Bool {
        let (own, others) = (bytes, other.bytes)
        let dates = 14
        guard own.count > dates, others.count > dates, own.suffix(dates) == others.suffix(dates) else { return false }
        // The last character of a number with its check digit is the digit.
        let numbers = [own, others].map { $0.dropLast(dates + 1) }
        if numbers[0] == numbers[1] { return own == others }
        let isCut = numbers.contains { $0.count == 9 }
        return isCut && numbers[0].prefix(9) == numbers[1].prefix(9)
    }

    private static func documentNumber(_ text: String) throws(MRZError) -> [UInt8] {
        var number: [UInt8] = []
        for character in text.uppercased() {
            if let byte = character.asciiValue {
                number.append(MRZAlphabet.contains(byte) ? byte : MRZAlphabet.filler)
            } else if character.isWhitespace || character.isPunctuation {
                number.append(MRZAlphabet.filler)
            } else {
                throw .unusable(.documentNumber, .character(character))
            }
        }
        // Blanks around a typed number are no part of it; neither are the fillers that pad it.
        while number.last == MRZAlphabet.filler { number.removeLast() }
        if text.first?.isWhitespace == true { number = Array(number.drop { $0 == MRZAlphabet.filler }) }
        guard !number.isEmpty else { throw .unusable(.documentNumber, .empty) }
        guard number.count <= 22 else { throw .unusable(.documentNumber, .tooLong(limit: 22)) }
        return number + Array(repeating: MRZAlphabet.filler, count: max(0, 9 - number.count))
    }

    private static func date(_ text: String, _ field: MRZField) throws(MRZError) -> [UInt8] {
        let trimmed = text.uppercased().filter { !$0.isWhitespace }
        guard !trimmed.isEmpty else { throw .unusable(field, .empty) }
        if trimmed.contains("-") {
            guard let date = PartialDate(iso8601: trimmed) else { throw .unusable(field, .notADate) }
            return date.mrzBytes
        }
        let characters = trimmed.utf8.map { $0 == UInt8(ascii: "X") ? MRZAlphabet.filler : $0 }
        guard characters.count == 6 else { throw .unusable(field, .notADate) }
        let date = SixCharacterDate(characters, at: 0)
        // The century is not known here, and 29 February may fall into either.
        guard !date.isMalformed, date.hasZeroParts || PartialDate(year: nil, month: date.month, day: date.day) != nil
        else { throw .unusable(field, .notADate) }
        return characters
    }
}

extension MRZKeyInformation: Equatable {
    /// Compares without telling by its time where the first difference is.
    public static func == (left: MRZKeyInformation, right: MRZKeyInformation) -> Bool {
        let (left, right) = (left.storage.buffer, right.storage.buffer)
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension MRZKeyInformation: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing of the document.
    public var description: String { "MRZ key information" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MRZKeyInformation {
    /// The one copy of the bytes, which is overwritten before its memory is given back.
    private final class Storage: @unchecked Sendable {
        // Sendable: written in `init` alone.
        let buffer: UnsafeMutableRawBufferPointer

        init(_ bytes: [UInt8]) {
            buffer = .allocate(byteCount: bytes.count, alignment: 1)
            buffer.copyBytes(from: bytes)
        }

        deinit {
            if let address = buffer.baseAddress { explicit_bzero(address, buffer.count) }
            buffer.deallocate()
        }
    }
}
