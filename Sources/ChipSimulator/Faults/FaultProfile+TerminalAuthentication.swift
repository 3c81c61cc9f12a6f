import CardTransport
import Cryptography
import Issuing
import LDS
import PKI

extension FaultProfile {
    /// Terminal Authentication: chips that let nobody in, or everybody.
    public static let terminalAuthentication: [FaultProfile] =
        [
            FaultProfile(
                "ta", "the chip has a finger, which it gives to terminals of Utopia", source: "Doc 9303-11 §7.1"
            ) { simulated throws(IssuingError) in try simulated.needTerminalAuthentication() },
            FaultProfile(
                "eac2", "the chip runs version 2 of Terminal and Chip Authentication in the master file",
                source: "TR-03110-3 B.2 and B.3"
            ) { simulated throws(IssuingError) in try simulated.needVersion2() },
            terminal("ta-takes-anything", "takes every certificate and every signature", kind: .hostile) {
                $0.behaviour.terminalAuthentication.takesAnything = true
            },
            terminal("ta-foreign-authority", "names an authority that it does not trust", kind: .defect) {
                $0.behaviour.terminalAuthentication.namesForeignAuthority = true
            },
            terminal("ta-later-date", "takes today for 2040, when every certificate has expired", kind: .defect) {
                $0.document.terminalAuthentication?.currentDate = [4, 0, 0, 1, 0, 1]
            },
            terminal("ta-other-key", "trusts another key of the same name", kind: .defect) {
                simulated throws(IssuingError) in
                try simulated.trustImpostor()
            },
            terminal("ta-wrong-role", "names a document verifier as the authority that it trusts", kind: .hostile) {
                $0.behaviour.terminalAuthentication.namedAuthority = "UTSPECDV00001"
            },
            terminal("ta-no-authority", "trusts nobody", kind: .defect) {
                $0.document.terminalAuthentication?.trustPoints = []
            },
            terminal("ta-challenge-short", "sends a challenge of four bytes", kind: .hostile) {
                $0.behaviour.terminalAuthentication.challengeByteCount = 4
            },
            terminal("ta-challenge-empty", "sends an empty challenge", kind: .hostile) {
                $0.behaviour.terminalAuthentication.challengeByteCount = 0
            },
        ]
        + [
            (0, "selection of the authority's key"), (1, "first certificate"), (2, "selection of the terminal's key"),
            (3, "challenge"), (4, "terminal's signature, which is right"),
        ].map { step, text in
            terminal("ta-refused-\(step)", "refuses the \(text), with 6300", kind: .defect) {
                $0.behaviour.terminalAuthentication.refusal = ChipBehaviour.Refusal(
                    step: step, status: .authenticationFailed)
            }
        }

    private static func terminal(
        _ name: String, _ text: String, kind: Kind,
        _ change: @escaping @Sendable (inout SimulatedDocument) throws(IssuingError) -> Void
    ) -> FaultProfile {
        FaultProfile(
            name, "in Terminal Authentication the chip \(text)", source: "Doc 9303-11 §7.1 and TR-03110-3 B.3",
            kind: kind
        ) { simulated throws(IssuingError) in
            try simulated.needTerminalAuthentication()
            simulated.document.files[.cvca] = nil  // the chip writes it by itself, from what it trusts
            try change(&simulated)
        }
    }
}

extension SimulatedDocument {
    /// Lets the chip trust an authority that has the name of its own and another key.
    fileprivate mutating func trustImpostor() throws(IssuingError) {
        guard let trusted = document.terminalAuthentication?.trustPoints.first,
            let certificate = try? CVCertificate(encoded: trusted),
            let key = try? PrivateKey.generateEC(curve: .brainpoolP256r1)
        else { return }
        let impostor = try CVCertificateIssuer(
            reference: certificate.holderReference, key: key, algorithm: .ecdsa(.sha256, encoding: .plain))
        let profile = CVCertificateProfile(
            holderReference: certificate.holderReference, authorization: certificate.authorization,
            effectiveDate: certificate.effectiveDate, expirationDate: certificate.expirationDate)
        document.terminalAuthentication?.trustPoints = [try impostor.selfSigned(profile)]
    }
}
