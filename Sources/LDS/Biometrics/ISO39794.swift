import ByteCoding

/// What the data blocks of ISO/IEC 39794-4, 39794-5 and 39794-6 have in common.
///
/// Spec: ISO/IEC 39794-1; implicit tags, and a CHOICE inside a context tag is explicit.
extension DataObject {
    /// The field with a context tag, primitive or constructed; nil where it is missing.
    func field(_ number: Int) throws(DecodingFailure) -> DataObject? {
        guard isConstructed else { return nil }
        return try children(limit: 4096).first { $0.tag == 0x80 | number || $0.tag == 0xA0 | number }
    }

    /// The elements of a SEQUENCE OF.
    func elements(limit: Int = 256) throws(DecodingFailure) -> [DataObject] {
        guard isConstructed else { return [] }
        return try children(limit: limit)
    }

    /// The code of an enumeration: `[0] code`, or `[1] extensionBlock { [0] fallback }`, which the ICAO profile uses.
    func code() throws(DecodingFailure) -> Int? {
        guard let code = try field(0) else { return try field(1)?.field(0)?.unsignedNumber }
        return code.isConstructed ? try code.field(0)?.unsignedNumber : code.unsignedNumber
    }

    /// A BOOLEAN inside; nil where it is missing.
    func flag(_ number: Int) throws(DecodingFailure) -> Bool? {
        try field(number)?.value.contains { $0 != 0 }
    }

    func isTrue(_ number: Int) throws(DecodingFailure) -> Bool { try flag(number) ?? false }

    func angle(_ number: Int) throws(DecodingFailure) -> FaceInformation.Pose.Angle? {
        guard let block = try field(number), let degrees = try block.field(0)?.signedNumber else { return nil }
        return FaceInformation.Pose.Angle(degrees: degrees, uncertainty: try block.field(1)?.unsignedNumber)
    }

    /// `RegistryIdBlock`.
    func registryIdentifier() throws(DecodingFailure) -> RegistryIdentifier? {
        guard let organization = try field(0)?.unsignedNumber, let identifier = try field(1)?.unsignedNumber else {
            return nil
        }
        return RegistryIdentifier(organization: organization, identifier: identifier)
    }

    /// `CertificationIdBlocks`.
    func registryIdentifiers() throws(DecodingFailure) -> [RegistryIdentifier] {
        var identifiers: [RegistryIdentifier] = []
        for element in try elements() {
            if let identifier = try element.registryIdentifier() { identifiers.append(identifier) }
        }
        return identifiers
    }

    /// `QualityBlocks` or `PADScoreBlocks`: the algorithm, then a score or the reason why there is none.
    func qualities() throws(DecodingFailure) -> [BiometricQuality] {
        var qualities: [BiometricQuality] = []
        for element in try elements() {
            let algorithm = try element.field(0)?.registryIdentifier()
            qualities.append(
                BiometricQuality(
                    score: try element.field(1)?.field(0)?.unsignedNumber, organization: algorithm?.organization,
                    algorithm: algorithm?.identifier))
        }
        return qualities
    }

    /// `ExtendedDataBlocks`.
    func extendedData() throws(DecodingFailure) -> [FingerInformation.VendorData] {
        var blocks: [FingerInformation.VendorData] = []
        for element in try elements() {
            blocks.append(
                FingerInformation.VendorData(
                    kind: try element.field(0)?.registryIdentifier(), data: Array(try element.field(1)?.value ?? [])))
        }
        return blocks
    }
}

extension RecordedDate {
    /// `DateTimeBlock`.
    init?(dateTimeBlock block: DataObject) throws(DecodingFailure) {
        guard let year = try block.field(0)?.unsignedNumber else { return nil }
        let day = try (block.field(1)?.unsignedNumber, block.field(2)?.unsignedNumber)
        let time = try (block.field(3)?.unsignedNumber, block.field(4)?.unsignedNumber, block.field(5)?.unsignedNumber)
        self.init(
            year: year, month: day.0, day: day.1,
            time: time.0.map { Time(hour: $0, minute: time.1 ?? 0, second: time.2 ?? 0) })
    }
}

extension PresentationAttackData {
    /// `PADDataBlock`.
    init(_ block: DataObject) throws(DecodingFailure) {
        decision = try block.field(0)?.code().flatMap(Decision.init)
        scores = try block.field(1)?.qualities() ?? []
        extendedData = try block.field(2)?.extendedData() ?? []
        captureContext = try block.field(3)?.code().flatMap(CaptureContext.init)
        supervision = try block.field(4)?.code().flatMap(Supervision.init)
        riskLevel = try block.field(5)?.unsignedNumber
        criteria = try block.field(6)?.code().flatMap(Criteria.init)
        parameter = try block.field(7).map { Array($0.value) }
        challenges = try block.field(8)?.elements().map { Array($0.value) } ?? []
        capturedAt = try block.field(9).flatMap { (date) throws(DecodingFailure) in
            try RecordedDate(dateTimeBlock: date)
        }
    }
}

extension TolerantDecoder {
    /// The representation blocks of a data block: the content of 7F2E, `A1 { <tag> … }` or `<tag> …` alone.
    mutating func representations(
        in block: ArraySlice<UInt8>, tag: Int, _ name: String
    ) throws(DecodingFailure) -> [DataObject] {
        let whole = DataObject(tag: 0x7F2E, value: block, encoded: block)
        var objects = try children(of: whole, limit: Self.instanceLimit)
        if let inner = objects.first(where: { $0.tag == 0xA1 }) {
            objects = try children(of: inner, limit: Self.instanceLimit)
        }
        guard let data = objects.first(where: { $0.tag == tag }) else {
            throw DecodingFailure(.missing("\(name) (\(Hexadecimal.number(tag)))"), at: block.startIndex)
        }
        guard let blocks = try data.field(1) else {
            throw DecodingFailure(.missing("representationBlocks"), at: data.value.startIndex)
        }
        let all = try children(of: blocks, limit: Self.instanceLimit)
        let sequences = all.filter { $0.tag == 0x30 }
        // Tolerated: one representation block without the list around it.
        if sequences.isEmpty, !all.isEmpty {
            note("missingList", "a representation block stands where a list of them belongs")
            return [blocks]
        }
        return sequences
    }
}
