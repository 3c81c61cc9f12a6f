import Issuing
import LDS
import PKI
import Standards

/// What a forgery is about, where the document does not have it by itself: a document that has it is forged as it is.
extension SimulatedDocument {
    mutating func needPACE() throws(IssuingError) {
        guard document.files[.cardAccess] == nil else { return }
        try offerPACE()
    }

    /// A key of DG14, the only one that the chip proves itself with.
    mutating func needChipAuthentication() throws(IssuingError) {
        guard document.chipAuthentication.isEmpty else { return }
        try withoutActiveAuthentication()
        try offerChipAuthentication()
    }

    /// PACE with Chip Authentication Mapping, the only proof of the chip.
    mutating func needMapping() throws(IssuingError) {
        guard document.files[.cardSecurity] == nil else { return }
        try withoutActiveAuthentication()
        try offerMapping()
    }

    /// A finger behind Terminal Authentication, for terminals of Utopia.
    mutating func needTerminalAuthentication() throws(IssuingError) {
        guard document.terminalAuthentication == nil else { return }
        try needChipAuthentication()
        addFinger()
        let infos = securityInfos(of: .dataGroup(.dg14)).map(\.encoded)
        document.files[.dataGroup(.dg14)] = FileEncoder.dg14(
            securityInfos: infos + [SecurityInfoEncoder.terminalAuthentication()])
        trustTerminalsOfUtopia()
        try document.reissue()
    }

    /// Version 2 of Chip and Terminal Authentication, as cards of EAC 2 have them: in the master file, by a key of
    /// EF.CardSecurity, which DG14 repeats.
    mutating func needVersion2() throws(IssuingError) {
        guard !securityInfos(of: .cardAccess).contains(where: \.isOfVersion2) else { return }
        try needPACE()
        let key = try Self.key(14)
        let pace = securityInfos(of: .cardAccess).map(\.encoded)
        let offered = [
            SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, .aes128), version: 2, keyID: 14),
            SecurityInfoEncoder.terminalAuthentication(version: 2),
        ]
        let publicKey = SecurityInfoEncoder.chipAuthenticationPublicKey(key)
        document.activeAuthentication = nil
        document.files[.dataGroup(.dg15)] = nil
        document.chipAuthentication = [key]
        document.files[.cardAccess] = SecurityInfoEncoder.cardAccess(pace + offered)
        document.files[.dataGroup(.dg14)] = FileEncoder.dg14(securityInfos: pace + offered + [publicKey])
        if let authorities = document.authorities {
            document.files[.cardSecurity] = try authorities.documentSigner.issueCardSecurity(
                pace + offered + [publicKey], options: authorities.sodOptions)
        }
        addFinger()
        trustTerminalsOfUtopia()
        try document.reissue()
    }

    private mutating func addFinger() {
        guard document.files[.dataGroup(.dg3)] == nil, let picture = EncodedPicture(Specimen.fingerprint(.png)) else {
            return
        }
        document.files[.dataGroup(.dg3)] = FileEncoder.dg3([Fingerprint(picture, of: .rightIndex)])
    }

    private mutating func trustTerminalsOfUtopia() {
        document.terminalAuthentication = TerminalAuthenticationTrust(
            trustPoints: Array(Specimen.terminal.certificates.prefix(1)), currentDate: [2, 5, 0, 9, 0, 1])
    }

    // MARK: Entries

    /// The entries of a file; none where it is not there.
    func securityInfos(of file: ElementaryFile) -> [SecurityInfo] {
        guard let bytes = document.files[file] else { return [] }
        let infos =
            file == .cardSecurity
            ? try? CardSecurity(encoded: bytes).securityInfos : try? SecurityInfos(encoded: bytes)
        return infos?.infos ?? []
    }

    /// Writes DG14 with other entries, which EF.SOD does not cover.
    mutating func replaceDG14(_ change: ([SecurityInfo]) -> [[UInt8]]) {
        document.files[.dataGroup(.dg14)] = FileEncoder.dg14(
            securityInfos: change(securityInfos(of: .dataGroup(.dg14))))
    }

    /// Signs EF.CardSecurity with other entries.
    mutating func reissueCardSecurity(
        _ change: ([SecurityInfo]) throws(IssuingError) -> [[UInt8]]
    ) throws(IssuingError) {
        guard let authorities = document.authorities else { return }
        document.files[.cardSecurity] = try authorities.documentSigner.issueCardSecurity(
            change(securityInfos(of: .cardSecurity)), options: authorities.sodOptions)
    }
}

extension SecurityInfo {
    /// Whether it is about a key for Chip Authentication, or is that key.
    var isOfChipAuthentication: Bool {
        switch content {
        case .chipAuthentication, .chipAuthenticationPublicKey: true
        default: false
        }
    }

    var isPublicKey: Bool {
        if case .chipAuthenticationPublicKey = content { true } else { false }
    }

    fileprivate var isOfVersion2: Bool {
        switch content {
        case .chipAuthentication(let info): info.version == 2
        case .terminalAuthentication(let info): info.version == 2
        default: false
        }
    }
}
