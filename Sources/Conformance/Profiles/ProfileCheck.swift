import AccessControl
import ChipReader
import ChipSimulator
import Issuing
import LDS
import Standards
import Trust

/// A profile of a simulated document: what is issued from it must read back byte by byte and verify.
struct ProfileCheck {
    /// A time at which the certificates of the profiles are valid.
    private static let time = Timestamp(secondsSince1970: 1_780_000_000)  // 2026-05-28

    let json: [UInt8]
    /// Reads a file that the profile names.
    let load: (String) -> [UInt8]?

    func check() throws {
        let document = try DocumentProfile(json: json, load: load).issue().withoutAuthentication
        var request = ReadRequest(key: document.keyInformation)
        request.readsProtectedGroups = true
        request.groups = Set(document.dataGroups.keys)
        let chip = SimulatedChip(document)
        var reader = ChipReader(SimulatedConnection(chip))
        let reading = reader.read(request, at: Self.time)

        try compare("end of the read", reading.ending, with: .complete)
        for (file, bytes) in document.files.sorted(by: { $0.key.name < $1.key.name })
        where file.isReadWithoutProtocols {
            try compare(file.name, reading.bytes(of: file), with: bytes)
        }
        try checkTrust(reading, document)
        guard document.activeAuthentication != nil else { return }
        let verdict = try activeAuthentication(reading)
        guard case .verified = verdict else {
            throw Mismatch("Active Authentication", expected: "a right signature", found: "\(verdict)")
        }
    }

    private func checkTrust(_ reading: ChipReading, _ document: IssuedDocument) throws {
        var anchors = CSCAAnchors()
        for certificate in document.cscaCertificates { try anchors.add(file: certificate) }
        let result = PassiveAuthentication(anchors: anchors, at: Self.time).evaluate(reading)
        for finding in result.findings {
            if case .failed(let reason) = finding.result {
                throw Mismatch("\(finding.id)", expected: "success", found: "\(reason.code): \(reason.text)")
            }
        }
        try compare("signature", result[.sodSignature]?.result, with: .successful)
        try compare("trust", result.trust, with: document.cscaCertificates.isEmpty ? .undetermined : .trusted)
    }

    private func activeAuthentication(_ reading: ChipReading) throws -> ActiveAuthenticationVerdict {
        guard let exchange = reading.activeAuthentication, let file = reading.bytes(of: .dataGroup(.dg15)) else {
            throw Mismatch("Active Authentication", expected: "an exchange", found: "none")
        }
        let key = try DG15(encoded: file).subjectPublicKeyInfo
        return ActiveAuthentication.verify(exchange, subjectPublicKeyInfo: key, hint: nil)
    }
}

extension IssuedDocument {
    /// The document without what it proves itself or asks of terminals: what is held here is what was issued.
    fileprivate var withoutAuthentication: IssuedDocument {
        var document = self
        if terminalAuthentication != nil { document.readableWithoutTerminalAuthentication = [.dg3, .dg4] }
        document.chipAuthentication = []
        document.terminalAuthentication = nil
        return document
    }
}

extension ElementaryFile {
    /// Whether a reader asks for the file also where no protocol calls for it.
    fileprivate var isReadWithoutProtocols: Bool {
        ![.cvca, .cardSecurity].contains(self) && application != .additionalBiometrics
    }
}
