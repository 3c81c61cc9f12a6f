import Cryptography
public import Issuing
import LDS
import MRZ
import Standards

/// One way in which documents are forged, by name.
///
/// Every forgery is one that a right inspection notices; `breaks` says by which answer.
public struct ForgeryProfile: Sendable {
    /// What `--forge` takes.
    public let name: String
    /// What was done.
    public let summary: String
    /// Which answer of an inspection must not be good.
    public let breaks: Answer
    /// What the document must have, or nothing is forged; nil where every document has it or is given it.
    public let needs: Need?
    private let change: @Sendable (inout SimulatedDocument) throws(IssuingError) -> Void

    /// The answers of an inspection that a forgery spoils.
    public enum Answer: String, CaseIterable, Hashable, Sendable {
        case files, dataIntegrity, issuerTrust, chipGenuineness, consistency
    }

    init(
        _ name: String, _ summary: String, breaks: Answer, needs: Need? = nil,
        _ change: @escaping @Sendable (inout SimulatedDocument) throws(IssuingError) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.breaks = breaks
        self.needs = needs
        self.change = change
    }

    /// Forges a document.
    ///
    /// Forgeries that need the authorities' keys leave a document alone that has none.
    public func apply(_ document: inout SimulatedDocument) throws(IssuingError) {
        try change(&document)
    }

    /// The profile of a name.
    public init?(named name: String) {
        guard let profile = Self.all.first(where: { $0.name == name }) else { return nil }
        self = profile
    }

    /// Every profile, by what it breaks.
    public static let all: [ForgeryProfile] =
        chips + groups + objects + signers + protocols + borrowed + version2 + points + wire
}

extension ForgeryProfile {
    private static let chips: [ForgeryProfile] = [
        ForgeryProfile(
            "clone", "a copy of all files; the chip has no private key", breaks: .chipGenuineness,
            needs: .privateKey(else: "ca-clone")
        ) {
            $0.document.activeAuthentication = nil
            $0.document.chipAuthentication = []
        },
        ForgeryProfile(
            "clone-other-key", "a copy of all files; the chip signs with a key of its own", breaks: .chipGenuineness,
            needs: .activeAuthentication(else: "ca-clone-other-key")
        ) { simulated throws(IssuingError) in
            guard let genuine = simulated.document.activeAuthentication else { return }
            simulated.document.activeAuthentication = ActiveAuthenticationKey(
                key: try genuine.key.another(), scheme: genuine.scheme)
        },
        ForgeryProfile(
            "clone-swapped-dg15", "the chip signs with a key of its own, and DG15 holds that key",
            breaks: .dataIntegrity, needs: .activeAuthentication(else: "ca-clone-swapped-dg14")
        ) { simulated throws(IssuingError) in
            guard let genuine = simulated.document.activeAuthentication else { return }
            let key = try genuine.key.another()
            simulated.document.activeAuthentication = ActiveAuthenticationKey(key: key, scheme: genuine.scheme)
            simulated.document.files[.dataGroup(.dg15)] = FileEncoder.dg15(
                subjectPublicKeyInfo: key.subjectPublicKeyInfo())
        },
        ForgeryProfile(
            "without-dg15", "DG14 and DG15 are taken away from chip, EF.COM and all but EF.SOD", breaks: .files
        ) { simulated in
            for group in [DataGroup.dg14, .dg15] { simulated.document.files[.dataGroup(group)] = nil }
            simulated.document.activeAuthentication = nil
            simulated.document.files[.com] = FileEncoder.com(groups: simulated.document.dataGroups.keys.sorted())
        },
    ]

    private static let groups: [ForgeryProfile] = [
        ForgeryProfile("dg1-swapped", "DG1 names another holder", breaks: .dataIntegrity) { simulated in
            simulated.document.files[.dataGroup(.dg1)] = FileEncoder.dg1(lines: otherHolder)
        },
        ForgeryProfile("dg2-swapped", "DG2 shows another picture", breaks: .dataIntegrity) {
            simulated throws(IssuingError) in
            let portrait = try Portrait(image: Specimen.codestream)
            simulated.document.files[.dataGroup(.dg2)] = FileEncoder.dg2(records: [[portrait]])
        },
        ForgeryProfile("dg2-bit", "one bit of the portrait is flipped", breaks: .dataIntegrity) { simulated in
            guard var bytes = simulated.document.files[.dataGroup(.dg2)], bytes.count > 200 else { return }
            bytes[bytes.count - 100] ^= 0x01
            simulated.document.files[.dataGroup(.dg2)] = bytes
        },
        ForgeryProfile("sod-other-document", "EF.SOD belongs to another document of the state", breaks: .dataIntegrity)
        { simulated throws(IssuingError) in
            guard let authorities = simulated.document.authorities else { return }
            var groups = simulated.document.dataGroups
            groups[.dg1] = FileEncoder.dg1(lines: otherHolder)
            groups[.dg2] = FileEncoder.dg2(records: [[try Portrait(image: Specimen.codestream)]])
            simulated.document.files[.sod] = try authorities.documentSigner.issue(
                groups, options: authorities.sodOptions)
        },
        ForgeryProfile(
            "other-document", "chip and EF.SOD belong to another holder than the printed page", breaks: .consistency
        ) { simulated throws(IssuingError) in
            // The chip opens with the printed MRZ, and its signed DG1 says something else.
            simulated.document.files[.dataGroup(.dg1)] = FileEncoder.dg1(lines: otherHolder)
            try simulated.document.reissue()
        },
        ForgeryProfile("wrong-state", "page and DG1 name another issuing state than the signer's", breaks: .consistency)
        {
            simulated throws(IssuingError) in
            // The state is in no check digit, so that the access keys stay.
            simulated.document.mrzLines = simulated.document.mrzLines.map { $0.replacing("UTO", with: "SWE") }
            simulated.document.files[.dataGroup(.dg1)] = FileEncoder.dg1(lines: simulated.document.mrzLines)
            try simulated.document.reissue()
        },
    ]

    /// Nobody, with right check digits.
    static let otherHolder = [
        "P<UTOOTHER<<NOBODY<<<<<<<<<<<<<<<<<<<<<<<<<<", "UT11111110UTO8001014M3508312<<<<<<<<<<<<<<08",
    ]
}
