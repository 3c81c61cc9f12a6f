import CardTransport
import Issuing
import LDS
import PKI

/// What a chip keeps when the power goes: its counters, its date and whom it trusts.
struct ChipMemory: Sendable {
    private(set) var pinTries: Int
    private(set) var pukUses: Int
    private let passwords: PACEPasswords?
    /// The chip's today; nil where it knows no Terminal Authentication.
    private(set) var currentDate: CVDate?
    /// At most two, the newest first.
    private(set) var trustPoints: [CertifiedKey]

    init(_ document: IssuedDocument) {
        passwords = document.pace
        pinTries = document.pace.map { min($0.pinTryCount, $0.pinTriesLeft ?? $0.pinTryCount) } ?? 0
        pukUses = document.pace?.pukUseCount ?? 0
        currentDate = (document.terminalAuthentication?.currentDate).flatMap { try? CVDate(encoded: $0) }
        trustPoints = (document.terminalAuthentication?.trustPoints ?? []).prefix(2)
            .compactMap { CertifiedKey(trustPoint: $0) }
    }

    /// What MANAGE SECURITY ENVIRONMENT says of a password that is there: how many tries are left where some are gone.
    ///
    /// Spec: BSI TR-03110-3 B.1.1.
    func state(of password: PACEPasswordKind) -> StatusWord {
        switch password {
        case .mrz, .can: .success
        case .pin where passwords?.isPINActivated == false: .deactivated
        case .pin: pinTries == passwords?.pinTryCount ? .success : Self.tries(pinTries)
        case .puk: pukUses > 0 ? .success : Self.tries(0)
        }
    }

    /// Whether a password may be tried; the last try of a PIN only where the terminal knows the CAN.
    ///
    /// Spec: BSI TR-03110-2 §3.3 (suspended and blocked PIN).
    func mayTry(_ password: PACEPasswordKind, afterCAN: Bool) -> Bool {
        switch password {
        case .mrz, .can: true
        case .pin where passwords?.isPINActivated == false: false
        case .pin: pinTries > 1 || pinTries == 1 && (afterCAN || passwords?.pinTryCount == 1)
        case .puk: pukUses > 0
        }
    }

    /// Counts before the token is compared, so that no loss of power saves a try.
    mutating func countAttempt(with password: PACEPasswordKind) {
        switch password {
        case .mrz, .can: break
        case .pin: pinTries = max(0, pinTries - 1)
        case .puk: pukUses = max(0, pukUses - 1)
        }
    }

    mutating func countSuccess(with password: PACEPasswordKind) {
        if password == .pin { resetPINTries() }
    }

    mutating func resetPINTries() {
        pinTries = passwords?.pinTryCount ?? 0
    }

    /// How a wrong password is answered.
    func refusal(of password: PACEPasswordKind) -> StatusWord {
        switch password {
        case .mrz, .can: .authenticationFailed
        case .pin: Self.tries(pinTries)
        case .puk: Self.tries(pukUses)
        }
    }

    private static func tries(_ count: Int) -> StatusWord { StatusWord(0x63C0 | UInt16(clamping: min(count, 15))) }
}

// MARK: Terminal Authentication

extension ChipMemory {
    /// Verifies a certificate; a link becomes a trust point, and dates move on.
    ///
    /// - Returns: The certified key; nil where any rule is broken, after which nothing has changed.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.4; BSI TR-03110-3 §2.5 (certificate validation).
    mutating func verify(_ certificate: CVCertificate, under issuer: CertifiedKey) -> CertifiedKey? {
        let role = certificate.authorization.role
        // A verifier of another kind than the authority's gets no rights; below it kinds do not change.
        guard let today = currentDate, certificate.authorityReference.bytes == issuer.reference,
            issuer.role == .cvca
                || certificate.authorization.terminalType == issuer.authorization.terminalType,
            Self.mayIssue(issuer.role, role), certificate.effectiveDate <= certificate.expirationDate,
            issuer.verifies(certificate.signature, over: certificate.body)
        else { return nil }
        // A link certificate that has expired still tells the way to a newer key; no other may have.
        guard role == .cvca || certificate.expirationDate >= today else { return nil }
        guard role == .cvca || !isExpired(issuer, today) else { return nil }
        guard let key = CertifiedKey(certificate, under: issuer) else { return nil }
        if role == .cvca {
            let others = trustPoints.filter { $0.reference != key.reference }
            trustPoints = [key] + others.prefix(1)
        }
        // Foreign authorities do not set the clock by their terminals.
        if role != .terminal || issuer.role == .domesticDV { currentDate = max(today, certificate.effectiveDate) }
        return key
    }

    private static func mayIssue(
        _ issuer: CertificateHolderAuthorization.Role, _ holder: CertificateHolderAuthorization.Role
    ) -> Bool {
        switch issuer {
        case .cvca: holder != .terminal
        case .domesticDV, .foreignDV: holder == .terminal
        case .terminal: false
        }
    }

    /// A trust point that a newer one has followed is worth nothing once it has expired.
    private func isExpired(_ issuer: CertifiedKey, _ today: CVDate) -> Bool {
        guard issuer.role == .cvca, trustPoints.first?.reference != issuer.reference else { return false }
        return issuer.certificate.expirationDate < today
    }
}
