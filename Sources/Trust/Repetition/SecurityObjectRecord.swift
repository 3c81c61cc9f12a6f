public import Cryptography
public import LDS
public import Standards

/// A security object with the data groups that go with it: whole files, or hash values that were computed before.
public struct SecurityObjectRecord: Sendable {
    /// The whole of EF.SOD.
    public package(set) var sod: [UInt8]
    /// The function of the hash values that came with the record; nil where their length tells.
    public package(set) var hashAlgorithm: HashAlgorithm?
    /// When the chip was read, where that is on record.
    public package(set) var readAt: Timestamp?

    // By number less one; empty where there is nothing. Buffers are kept from record to record.
    package private(set) var files = [[UInt8]](repeating: [], count: 16)
    package private(set) var hashes = [[UInt8]](repeating: [], count: 16)
    /// Which groups are there as files and which as hash values: a bit each.
    package private(set) var fileMask: UInt32 = 0
    package private(set) var hashMask: UInt32 = 0

    public init(
        sod: [UInt8], files: [DataGroup: [UInt8]] = [:], hashes: [DataGroup: [UInt8]] = [:],
        hashAlgorithm: HashAlgorithm? = nil, readAt: Timestamp? = nil
    ) {
        self.sod = sod
        self.hashAlgorithm = hashAlgorithm
        self.readAt = readAt
        for (group, file) in files { withFile(of: group.rawValue) { $0 = file } }
        for (group, hash) in hashes { withHash(of: group.rawValue) { $0 = hash } }
    }

    /// Forgets everything but the memory it took.
    package mutating func removeAll() {
        sod.removeAll(keepingCapacity: true)
        hashAlgorithm = nil
        readAt = nil
        for index in 0..<16 {
            if fileMask & 1 << index != 0 { files[index].removeAll(keepingCapacity: true) }
            if hashMask & 1 << index != 0 { hashes[index].removeAll(keepingCapacity: true) }
        }
        (fileMask, hashMask) = (0, 0)
    }

    /// Whether a group is there already, in either form.
    package func has(_ number: Int) -> Bool { (fileMask | hashMask) & 1 << (number - 1) != 0 }

    /// Lets `fill` write the whole file of a group, whose number is 1 to 16.
    package mutating func withFile<Result>(of number: Int, _ fill: (inout [UInt8]) -> Result) -> Result {
        fileMask |= 1 << (number - 1)
        return fill(&files[number - 1])
    }

    /// Lets `fill` write the hash value of a group, whose number is 1 to 16.
    package mutating func withHash<Result>(of number: Int, _ fill: (inout [UInt8]) -> Result) -> Result {
        hashMask |= 1 << (number - 1)
        return fill(&hashes[number - 1])
    }

    /// The hash value that came for a group.
    func hash(of group: DataGroup) -> [UInt8]? {
        hashMask & 1 << (group.rawValue - 1) != 0 ? hashes[group.rawValue - 1] : nil
    }

    /// The same as a chip would have delivered it, without hash values.
    func reading(at time: Timestamp) -> ChipReading {
        let groups = DataGroup.allCases.filter { fileMask & 1 << ($0.rawValue - 1) != 0 }
        return ChipReading(
            startedAt: readAt ?? time,
            files: [FileReading(file: .sod, outcome: .read(sod))]
                + groups.map { FileReading(file: .dataGroup($0), outcome: .read(files[$0.rawValue - 1])) })
    }
}

extension PassiveAuthentication {
    /// Judges a security object and what goes with it.
    ///
    /// A hash value is compared as the hash of the file would be. What DG1 says is not known from its hash: the checks
    /// that ask for it are then not supported.
    public func evaluate(_ record: SecurityObjectRecord) -> PassiveAuthenticationResult {
        var evaluation = Evaluation(self, record.reading(at: time))
        evaluation.record = record
        return evaluation.run()
    }
}
