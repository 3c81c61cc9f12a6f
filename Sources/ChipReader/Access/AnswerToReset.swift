import ByteCoding

/// What an answer to reset says about the card that made it.
///
/// Spec: ISO/IEC 7816-3 §8.2 (structure); ISO/IEC 7816-4 §12.1.1 (historical bytes, card capabilities); PC/SC part 3
/// §3.1.3.2.3 (the answer made up for a contactless card).
struct AnswerToReset {
    /// Whether extended Lc and Le are understood; nil where the historical bytes do not say.
    let supportsExtendedLength: Bool?
    /// Whether commands can be chained; nil where the historical bytes do not say.
    let supportsCommandChaining: Bool?

    init(_ bytes: [UInt8]) {
        let capabilities = Self.historicalBytes(bytes).flatMap(Self.capabilities)
        let lengths = capabilities.flatMap { $0.count == 3 ? $0[2] : nil }
        supportsExtendedLength = lengths.map { $0 & 0x40 != 0 }
        supportsCommandChaining = lengths.map { $0 & 0x80 != 0 }
    }

    /// The historical bytes behind T0 and the interface bytes.
    private static func historicalBytes(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var reader = ByteReader(bytes)
        guard (try? reader.take(1)) != nil, let t0 = try? reader.integer(width: 1) else { return nil }
        var indicator = t0 >> 4
        while indicator != 0 {
            // TA, TB and TC are skipped; TD, the last one, announces the next group.
            let count = (indicator & 0x07).nonzeroBitCount
            guard (try? reader.take(count)) != nil else { return nil }
            guard indicator & 0x08 != 0 else { break }
            guard let td = try? reader.integer(width: 1) else { return nil }
            indicator = td >> 4
        }
        return try? reader.take(t0 & 0x0F)
    }

    /// The card capabilities, compact-TLV tag 7, behind a category indicator of 00 or 80.
    private static func capabilities(_ historical: ArraySlice<UInt8>) -> [UInt8]? {
        guard let category = historical.first, category == 0x00 || category == 0x80 else { return nil }
        var reader = ByteReader(historical.dropFirst())
        while let object = try? reader.integer(width: 1), let value = try? reader.take(object & 0x0F) {
            if object >> 4 == 7 { return Array(value) }
        }
        return nil
    }
}
