import AccessControl
import ChipReader
import Cryptography
import Issuing
import LDS
import PKI
import Standards

extension ForgeryRow.SecondChip {
    /// The document whose chip lies on the reader then.
    func document(in genuine: IssuedDocument) throws -> IssuedDocument {
        switch self {
        case .copyWithoutKeys:
            var copy = genuine
            copy.activeAuthentication = nil
            copy.chipAuthentication = []
            return copy
        case .otherDocument:
            var other = try Specimen.utopia()
            // It opens by the same password, as a forger sees to.
            other.keyInformation = genuine.keyInformation
            other.pace = genuine.pace
            other.files[.cardAccess] = genuine.files[.cardAccess]
            return other
        }
    }
}

extension ForgeryRow.WrongTerminal {
    /// Shows the chip something else than the terminal of Utopia does.
    func change(_ request: inout ReadRequest, _ startedAt: inout Timestamp) throws {
        let (encoded, pkcs8) = Specimen.terminal
        let certificates = try encoded.map { try CVCertificate(encoded: $0) }
        let key = try PrivateKey(pkcs8: pkcs8)
        let terminal = try certificates.last.unwrapped()
        switch self {
        case .certifiedByTerminal:
            // A terminal has no business to certify another one.
            let issuer = try CVCertificateIssuer(
                reference: terminal.holderReference, key: key, algorithm: .ecdsa(.sha256, encoding: .plain))
            var profile = CVCertificateProfile(
                holderReference: try CertificateReference("UTSPECIS00002").unwrapped(),
                authorization: terminal.authorization, effectiveDate: terminal.effectiveDate,
                expirationDate: terminal.expirationDate)
            profile.includesDomainParameters = false
            let own = try issuer.issue(
                profile, for: key.publicKey, algorithm: .ecdsa(.sha256, encoding: .plain))
            request.terminal = TerminalCredential(
                terminal: try CVCertificate(encoded: own), certificates: certificates, signer: PrivateKeySigner(key))
        case .expired:
            startedAt = try Timestamp(year: 2036, month: 1, day: 1).unwrapped()
        case .otherKey:
            request.terminal = TerminalCredential(
                terminal: terminal, certificates: certificates,
                signer: PrivateKeySigner(try PrivateKey.generateEC(curve: .brainpoolP256r1)))
        }
    }
}
