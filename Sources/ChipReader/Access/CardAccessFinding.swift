import CardTransport
import LDS
import Standards

/// What was found where EF.CardAccess is looked for.
enum CardAccessFinding {
    case infos(SecurityInfos)
    /// Nothing, or nothing that the chip gives out.
    case nothing
    /// Another file, known by what it holds: some chips give it in this place.
    case otherFile
    /// Something that is neither, so that it is not known whether the chip offers PACE. A chip is not opened by BAC for it:
    /// whoever can flip a bit on the way could so take the stronger protocol away (field notes 12 and 28).
    case damaged

    /// - Parameter attributes: EF.ATR/INFO, where it was read.
    init(_ outcome: FileReading.Outcome?, attributes: [UInt8]?) {
        switch outcome {
        case .read(let bytes):
            guard let infos = try? SecurityInfos(encoded: bytes), !infos.mayHidePACE else {
                self = .damaged
                return
            }
            self = .infos(infos)
        case .damaged(let bytes, _), .partial(let bytes, _):
            self = Self.isOtherFile(bytes, attributes) ? .otherFile : .damaged
        default: self = .nothing
        }
    }

    private static func isOtherFile(_ bytes: [UInt8], _ attributes: [UInt8]?) -> Bool {
        switch bytes.first {
        case 0x61: (try? ApplicationDirectory(encoded: bytes))?.applications.isEmpty == false
        case 0x42: (try? AuthorityReferences(encoded: bytes)).map { hasReference($0) } ?? false
        case 0x60: (try? COM(encoded: bytes))?.dataGroups.isEmpty == false
        case 0x30: (try? CardSecurity(encoded: bytes)) != nil
        default: bytes.count > 4 && attributes?.starts(with: bytes) == true
        }
    }

    private static func hasReference(_ file: AuthorityReferences) -> Bool {
        !file.references.isEmpty
            && file.references.allSatisfy { reference in
                (8...16).contains(reference.utf8.count)
                    && reference.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
            }
    }
}

extension FileReading.Outcome {
    /// This outcome of a read of EF.CardAccess, a file without contents told from one that is refused.
    ///
    /// - Parameter isSelected: Whether the chip has let the file be selected, so that it is there.
    func toldFromEmpty(isSelected: Bool) -> FileReading.Outcome {
        guard case .refused(let status) = self else { return self }
        switch StatusWord(status) {
        case .success, .endOfFile: break
        case .offsetOutsideFile where isSelected: break
        default: return self
        }
        return .damaged([], Reason("empty", "\(ElementaryFile.cardAccess) is there, and holds nothing."))
    }

    /// Of two outcomes of a read of EF.CardAccess, the one that says more.
    func moreTelling(_ other: FileReading.Outcome, attributes: [UInt8]?) -> FileReading.Outcome {
        func rank(_ outcome: FileReading.Outcome) -> Int {
            if case .damaged(let bytes, _) = outcome, bytes.isEmpty { return 2 }
            switch CardAccessFinding(outcome, attributes: attributes) {
            case .infos: return 5
            case .damaged: return 4
            case .otherFile: return 1
            case .nothing: return outcome.isAbsent ? 3 : 0
            }
        }
        return rank(other) > rank(self) ? other : self
    }
}
