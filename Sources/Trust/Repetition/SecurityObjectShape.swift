import PKI
import Standards

/// What the security objects of one signer have in common, and where the rest lies.
///
/// Only objects in DER and of the common form have one. Of two with the same shape, each field that is not told apart
/// here (hash values, signed digest, time of signing, signature, and lengths that follow from the signature's) is the
/// same, so that everything said about the one but for those fields can be said about the other.
///
/// Spec: RFC 5652 §5; ICAO Doc 9303-10 (8th ed.) §4.6.2.
struct SecurityObjectShape {
    /// Every byte that is the same for all objects of the shape.
    private(set) var kept: [UInt8] = []
    /// The ContentInfo, inside tag 77.
    private(set) var contentInfo = 0..<0
    /// The signed content.
    private(set) var content = 0..<0
    /// The signed attributes behind their tag.
    private(set) var attributes = 0..<0
    private(set) var messageDigest = 0..<0
    /// Tag, length and value; empty where there is none.
    private(set) var signingTime = 0..<0
    private(set) var signature = 0..<0
    /// The hash values of data groups, by number less one; empty where a group is not listed.
    private(set) var hashes = [Range<Int>](repeating: 0..<0, count: 16)
    /// Which groups are listed: a bit each.
    private(set) var listed: UInt32 = 0

    private var keptUpTo = 0

    /// Reads an object; false where it has no shape.
    mutating func read(_ file: [UInt8]) -> Bool {
        kept.removeAll(keepingCapacity: true)
        keptUpTo = 0
        (signingTime, messageDigest, listed) = (0..<0, 0..<0, 0)
        for index in hashes.indices { hashes[index] = 0..<0 }
        let whole = 0..<file.count
        guard let wrapper = last(0x77, file, whole), let info = last(0x30, file, wrapper),
            let type = first(0x06, file, info), let explicit = last(0xA0, file, rest(info, type)),
            let signedData = last(0x30, file, explicit), let version = first(0x02, file, signedData),
            let digests = first(0x31, file, rest(signedData, version)),
            let encapsulated = first(0x30, file, rest(signedData, digests)), readContent(file, encapsulated)
        else { return false }
        contentInfo = wrapper
        var infos = rest(signedData, encapsulated)
        if let certificates = first(0xA0, file, infos) { infos = rest(infos, certificates) }
        guard let set = last(0x31, file, infos), let signerInfo = last(0x30, file, set),
            readSigner(file, signerInfo)
        else { return false }
        keep(file, to: file.count)
        return true
    }

    private mutating func readContent(_ file: [UInt8], _ encapsulated: Range<Int>) -> Bool {
        guard let type = first(0x06, file, encapsulated),
            let explicit = only(0xA0, file, rest(encapsulated, type)), let octets = only(0x04, file, explicit),
            let object = only(0x30, file, octets), let version = first(0x02, file, object),
            let algorithm = first(0x30, file, rest(object, version)),
            let list = first(0x30, file, rest(object, algorithm))
        else { return false }
        content = octets
        var entries = list
        while !entries.isEmpty {
            guard let entry = first(0x30, file, entries), let number = first(0x02, file, entry), number.count == 1,
                let hash = only(0x04, file, rest(entry, number))
            else { return false }
            let position = Int(file[number.lowerBound]) - 1
            guard (0..<16).contains(position), listed & 1 << position == 0 else { return false }
            listed |= 1 << position
            hashes[position] = hash
            leaveOut(file, hash)
            entries = rest(entries, entry)
        }
        return true
    }

    private mutating func readSigner(_ file: [UInt8], _ signerInfo: Range<Int>) -> Bool {
        guard let version = first(0x02, file, signerInfo) else { return false }
        let behind = rest(signerInfo, version)
        guard let name = first(0x30, file, behind) ?? first(0x80, file, behind),
            let digest = first(0x30, file, rest(signerInfo, name)),
            let signed = first(0xA0, file, rest(signerInfo, digest))
        else { return false }
        // Behind the tag, which is another one where the attributes are hashed.
        attributes = digest.upperBound + 1..<signed.upperBound
        var entries = signed
        while !entries.isEmpty {
            guard let entry = first(0x30, file, entries), let type = first(0x06, file, entry),
                let values = only(0x31, file, rest(entry, type)), readAttribute(file, type, values)
            else { return false }
            entries = rest(entries, entry)
        }
        guard !messageDigest.isEmpty, let algorithm = first(0x30, file, rest(signerInfo, signed)),
            let octets = only(0x04, file, rest(signerInfo, algorithm))
        else { return false }
        signature = octets
        // Its length too, which differs with the numbers of the signature.
        leaveOut(file, algorithm.upperBound + 1..<octets.upperBound)
        return true
    }

    /// Content octets of the identifiers 1.2.840.113549.1.9.x.
    private static let attributeArc: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09]

    private mutating func readAttribute(_ file: [UInt8], _ type: Range<Int>, _ values: Range<Int>) -> Bool {
        guard type.count == 9, file[type].starts(with: Self.attributeArc) else { return true }
        switch file[type.upperBound - 1] {
        case 4:
            guard messageDigest.isEmpty, let value = only(0x04, file, values) else { return false }
            messageDigest = value
            leaveOut(file, value)
        case 5:
            guard signingTime.isEmpty, let value = only(0x17, file, values) ?? only(0x18, file, values) else {
                return false
            }
            signingTime = values
            leaveOut(file, value)
        default: break
        }
        return true
    }

    // MARK: What is kept

    private mutating func keep(_ file: [UInt8], to end: Int) {
        if keptUpTo < end { kept.append(contentsOf: file[keptUpTo..<end]) }
    }

    private mutating func leaveOut(_ file: [UInt8], _ range: Range<Int>) {
        keep(file, to: range.lowerBound)
        keptUpTo = range.upperBound
    }

    // MARK: Data objects

    /// What lies behind a part of a range.
    private func rest(_ range: Range<Int>, _ part: Range<Int>) -> Range<Int> { part.upperBound..<range.upperBound }

    /// The contents of a data object that fills the range, whose length is left out.
    private mutating func last(_ tag: UInt8, _ file: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        guard let contents = only(tag, file, range) else { return nil }
        leaveOut(file, range.lowerBound + 1..<contents.lowerBound)
        return contents
    }

    /// The contents of a data object that fills the range.
    private func only(_ tag: UInt8, _ file: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        guard let contents = first(tag, file, range), contents.upperBound == range.upperBound else { return nil }
        return contents
    }

    /// The contents of the data object that a range begins with: a tag of one byte, a length in DER.
    private func first(_ tag: UInt8, _ file: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        guard range.count >= 2, file[range.lowerBound] == tag else { return nil }
        let (short, start) = (Int(file[range.lowerBound + 1]), range.lowerBound + 2)
        guard short >= 0x80 else { return contents(start, short, range) }
        let width = short - 0x80
        guard (1...3).contains(width), range.upperBound - start >= width else { return nil }
        var length = 0
        for index in start..<start + width { length = length << 8 | Int(file[index]) }
        guard length >= 0x80, length >> ((width - 1) * 8) != 0 else { return nil }
        return contents(start + width, length, range)
    }

    private func contents(_ start: Int, _ length: Int, _ range: Range<Int>) -> Range<Int>? {
        length <= range.upperBound - start ? start..<start + length : nil
    }
}
