import ByteCoding
public import CardTransport
public import Cryptography

/// Turns plain commands and answers into protected ones and back, under given keys at a given counter.
///
/// It keeps no state: the counter belongs to the two ends, `SecureSession` and `ChipSecureMessaging`.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8, whose names of data objects are kept below.
public struct SecureMessagingCodec: Sendable {
    /// How a command with neither data nor Le is padded for the MAC, which readers and chips take two ways.
    public enum CaseOnePadding: Hashable, Sendable {
        /// A block of padding follows the padded header, as Doc 9303-11 Appendix D.4 words it.
        case extraBlock
        /// Nothing follows the padded header.
        case none
    }

    /// The cipher of the session.
    public let cipher: BlockCipher
    /// The reading of case 1 that is used for commands.
    public var caseOnePadding: CaseOnePadding
    private let session: SessionCryptography

    /// Protects under `keys`.
    public init(_ keys: SecureMessagingKeys, caseOnePadding: CaseOnePadding = .extraBlock) {
        cipher = keys.cipher
        self.caseOnePadding = caseOnePadding
        session = keys.cryptography
    }

    // MARK: Commands

    /// The protected form of a command; the class byte becomes `0C`, Le `00` or `0000`.
    ///
    /// Data must leave room for the objects around it: up to 65,500 bytes.
    public func protect(_ command: CommandAPDU, at counter: SendSequenceCounter) -> CommandAPDU {
        var objects: [UInt8] = []
        if !command.data.isEmpty {
            objects += dataObject(command.data, isOdd: command.ins.isOdd, at: counter)
        }
        if let expected = command.expectedCount {
            objects += expected <= 256 ? [0x97, 1, UInt8(expected & 0xFF)] : lengthObject(expected)
        }
        let header = [command.cla | 0x0C, command.ins, command.p1, command.p2]
        let checksum = commandChecksum(header: header, objects: objects, at: counter)
        let data = objects + DataObjectWriter.encode(0x8E, checksum)
        let isExtended = command.isExtended || data.count > 255
        return CommandAPDU(
            cla: header[0], ins: command.ins, p1: command.p1, p2: command.p2, data: data,
            expectedCount: isExtended ? 65_536 : 256, prefersExtendedLength: isExtended)
    }

    /// The plain form of a protected command, all checks made: the chip's side.
    public func unprotect(_ command: CommandAPDU, at counter: SendSequenceCounter)
        throws(SecureMessagingError) -> CommandAPDU
    {
        guard command.cla & 0x0C == 0x0C else { throw .notProtected(cla: command.cla) }
        let dataTag = command.ins.isOdd ? 0x85 : 0x87
        let objects = try SecureMessagingObjects(command.data, order: [dataTag, 0x97, 0x8E])
        guard let checksum = objects[0x8E] else { throw .missingObject(tag: 0x8E) }
        let header = [command.cla, command.ins, command.p1, command.p2]
        let computed = commandChecksum(header: header, objects: objects.covered, at: counter)
        guard equalInConstantTime(computed, checksum) else { throw .wrongChecksum }

        let data = try objects[dataTag].map { value throws(SecureMessagingError) in
            try plainData(of: value, tag: dataTag, at: counter)
        }
        return CommandAPDU(
            cla: command.cla & ~0x0C, ins: command.ins, p1: command.p1, p2: command.p2, data: data ?? [],
            expectedCount: try objects[0x97].map(expectedCount), prefersExtendedLength: command.isExtended)
    }

    // MARK: Answers

    /// The protected form of an answer to a command with instruction code `ins`: the chip's side.
    public func protect(_ response: ResponseAPDU, to ins: UInt8, at counter: SendSequenceCounter) -> ResponseAPDU {
        var objects: [UInt8] = []
        if !response.data.isEmpty {
            objects += dataObject(response.data, isOdd: ins.isOdd, at: counter)
        }
        objects += [0x99, 2, response.status.sw1, response.status.sw2]
        let checksum = checksum(of: objects, at: counter)
        return ResponseAPDU(
            data: objects + DataObjectWriter.encode(0x8E, checksum), status: response.status)
    }

    /// The plain form of a protected answer to the plain `command`, all checks made.
    ///
    /// An answer without data is bare: it has no plain form, and its status is the caller's to judge.
    public func unprotect(_ response: ResponseAPDU, to command: CommandAPDU, at counter: SendSequenceCounter)
        throws(SecureMessagingError) -> ResponseAPDU
    {
        let dataTags = command.ins.isOdd ? [0x85, 0x87] : [0x87]  // Tolerated: DO87 after an odd INS, against §9.8.4
        let objects = try SecureMessagingObjects(response.data, order: dataTags + [0x99, 0x8E])
        guard let checksum = objects[0x8E] else { throw .missingObject(tag: 0x8E) }
        guard let protectedStatus = objects[0x99] else { throw .missingObject(tag: 0x99) }
        guard equalInConstantTime(self.checksum(of: objects.covered, at: counter), checksum) else {
            throw .wrongChecksum
        }
        guard equalInConstantTime(protectedStatus, [response.status.sw1, response.status.sw2]) else {
            let inner = protectedStatus.reduce(0) { $0 << 8 | UInt16($1) }
            throw .statusMismatch(protected: StatusWord(inner), outer: response.status)
        }

        let present = dataTags.filter { objects[$0] != nil }
        if present.count > 1 { throw .unexpectedObject(tag: present[1]) }
        var data: [UInt8] = []
        if let tag = present.first, let value = objects[tag] {
            data = try plainData(of: value, tag: tag, at: counter)
        }
        // Tolerated: data though none was asked for (ISO/IEC 7816-4 §5.1), as some chips answer SELECT with an FCI.
        let limit = command.expectedCount ?? 256
        guard data.count <= limit else { throw .tooLong(byteCount: data.count, limit: limit) }
        return ResponseAPDU(data: data, status: response.status)
    }

    // MARK: Objects

    /// DO87 with its padding indicator or, for an odd instruction code, DO85 without one.
    private func dataObject(_ plain: [UInt8], isOdd: Bool, at counter: SendSequenceCounter) -> [UInt8] {
        let cryptogram = session.encrypt(Padding.method2(plain, blockSize: cipher.blockByteCount), at: counter)
        return isOdd ? DataObjectWriter.encode(0x85, cryptogram) : DataObjectWriter.encode(0x87, [0x01] + cryptogram)
    }

    private func plainData(of value: ArraySlice<UInt8>, tag: Int, at counter: SendSequenceCounter)
        throws(SecureMessagingError) -> [UInt8]
    {
        var cryptogram = value
        if tag == 0x87 {
            guard let indicator = cryptogram.popFirst() else { throw .wrongObjectLength(tag: tag) }
            guard indicator == 0x01 else { throw .wrongPaddingIndicator(indicator) }
        }
        guard !cryptogram.isEmpty, let padded = session.decrypt(cryptogram, at: counter) else {
            throw .wrongObjectLength(tag: tag)
        }
        guard let plain = Padding.removingMethod2(padded, blockSize: cipher.blockByteCount) else {
            throw .wrongPadding
        }
        return plain
    }

    private func lengthObject(_ expected: Int) -> [UInt8] {
        [0x97, 2, UInt8(expected >> 8 & 0xFF), UInt8(expected & 0xFF)]
    }

    private func expectedCount(of value: ArraySlice<UInt8>) throws(SecureMessagingError) -> Int {
        let number = value.reduce(0) { $0 << 8 | Int($1) }
        switch value.count {
        case 1: return number == 0 ? 256 : number
        case 2: return number == 0 ? 65_536 : number
        default: throw .wrongObjectLength(tag: 0x97)
        }
    }

    // MARK: Checksums

    /// The MAC over SSC ‖ padded header ‖ data objects, padded.
    private func commandChecksum(
        header: [UInt8], objects: some Collection<UInt8>, at counter: SendSequenceCounter
    ) -> [UInt8] {
        let block = cipher.blockByteCount
        let start = counter.bytes + Padding.method2(header, blockSize: block)
        let hasRest = !objects.isEmpty || caseOnePadding == .extraBlock
        let rest = hasRest ? Padding.method2(Array(objects), blockSize: block) : []
        return session.checksum(overPadded: start + rest)
    }

    /// The MAC over SSC ‖ data objects, padded.
    private func checksum(of objects: some Collection<UInt8>, at counter: SendSequenceCounter) -> [UInt8] {
        session.checksum(overPadded: counter.bytes + Padding.method2(Array(objects), blockSize: cipher.blockByteCount))
    }
}

extension UInt8 {
    /// Whether this instruction code has its data coded in BER-TLV (ISO/IEC 7816-4 §5.1.2).
    var isOdd: Bool { self & 1 == 1 }
}
