import Cryptography
import Issuing
import LDS
import Standards

extension FaultProfile {
    /// Files that are made to keep a reader busy or to exhaust it, signed as they are, and weak signed objects.
    public static let hostileFiles: [FaultProfile] =
        [ElementaryFile.sod, .dataGroup(.dg1), .dataGroup(.dg11), .dataGroup(.dg14)].map { file in
            FaultProfile(
                "\(file.profileName)-4gib", "\(file) declares a length of 4 GiB", source: "ITU-T X.690 §8.1.3",
                kind: .hostile
            ) { $0.document.files[file]?.declare4GiB() }
        }
        + [ElementaryFile.cardAccess, .cardSecurity].map { file in
            FaultProfile(
                "\(file.profileName)-4gib", "\(file) declares a length of 4 GiB", source: "ITU-T X.690 §8.1.3",
                kind: .hostile
            ) { simulated throws(IssuingError) in
                try simulated.needMapping()
                simulated.document.files[file]?.declare4GiB()
            }
        }
        + [DataGroup.dg1, .dg2, .dg14, .dg15].map { group in
            FaultProfile(
                "\(ElementaryFile.dataGroup(group).profileName)-10000-levels",
                "\(group.name) nests 10,000 data objects", source: "ITU-T X.690 §8.1", kind: .hostile
            ) { simulated throws(IssuingError) in
                simulated.document.files[.dataGroup(group)] = FileEncoder.nested(UInt8(group.tag), depth: 10_000)
                try simulated.document.reissue()
            }
        }
        + [
            FaultProfile(
                "sod-10000-levels", "EF.SOD nests 10,000 data objects", source: "ITU-T X.690 §8.1", kind: .hostile
            ) { $0.document.files[.sod] = FileEncoder.nested(0x77, depth: 10_000) },
            FaultProfile(
                "com-10000-levels", "EF.COM nests 10,000 data objects", source: "ITU-T X.690 §8.1", kind: .hostile
            ) { $0.document.files[.com] = FileEncoder.nested(0x60, depth: 10_000) },
            FaultProfile(
                "card-access-1000-levels", "EF.CardAccess nests 1,000 data objects", source: "ITU-T X.690 §8.1",
                kind: .hostile
            ) { simulated throws(IssuingError) in
                try simulated.needPACE()
                simulated.document.files[.cardAccess] = FileEncoder.nested(0x31, depth: 1_000)
            },
            FaultProfile(
                "sod-sha1-groups", "the hashes of EF.SOD are by SHA-1, of a signer of 2025",
                source: "Doc 9303-12 §4.4"
            ) { simulated throws(IssuingError) in
                try simulated.reissueObject { $0.groupDigest = .sha1 }
            },
        ]
}

extension ElementaryFile {
    fileprivate var profileName: String {
        switch self {
        case .cardAccess: "card-access"
        case .cardSecurity: "card-security"
        default: name.lowercased()
        }
    }
}

extension [UInt8] {
    /// Writes another length behind the tag of one byte, and leaves the rest as it is.
    fileprivate mutating func declare4GiB() {
        guard count > 2 else { return }
        let headerCount = self[1] < 0x80 ? 2 : 2 + Int(self[1] & 0x0F)
        self = [self[0], 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + dropFirst(headerCount)
    }
}
