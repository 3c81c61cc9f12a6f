package import Standards

/// Where the sources contradict each other, and what each policy does then: strict, operational, archive.
///
/// This is the table of decisions by itself, a row for a conflict, so that it can be read beside the page that took them;
/// the tables of departures and obligations take their rows from here.
package enum Conflicts {
    /// The document signer does not name the key of its issuer: TR-03105-5.1 fails it, TR-03135 tolerates it.
    package static let authorityKeyIdentifierMissing = PolicyRow<TrustPolicy.Ruling>(.fails, .isNoted, .isNoted)

    /// EF.COM and EF.SOD differ: TR-03105-5.1 fails it, and Doc 9303 no longer relies on EF.COM.
    package static let comDisagrees = PolicyRow<TrustPolicy.Ruling>(.fails, .leavesOpen, .isNoted)
    package static let comAgreement = PolicyRow<TrustPolicy.Obligation>(.mandatory, .mandatory, .recorded)

    /// When certificates have to be valid. So a document signer that expired before its document did fails under
    /// `strict` and `operational`, and under `archive` is judged as of the time of signing.
    package static let validityTime = PolicyRow<TrustPolicy.ValidityTime>(.now, .now, .signing)

    /// No revocation list of the state: open under every policy, and what that counts for differs.
    package static let noRevocationList = PolicyRow<TrustPolicy.Ruling>(.leavesOpen, .leavesOpen, .leavesOpen)
    package static let revocation = PolicyRow<TrustPolicy.Obligation>(.mandatory, .recorded, .recorded)
    /// What revocation counts for as soon as any list of the state was ever imported.
    package static let revocationOnceImported = PolicyRow<TrustPolicy.Obligation>(.mandatory, .mandatory, .recorded)

    /// Checks whose failures decide under every policy, though a doubt may not: a signer that was revoked before it signed
    /// signed nothing, whenever that is asked.
    package static let decisiveFailures: Set<CheckID> = [.documentSignerRevocation]

    /// The chip offers no proof that it is the original, and its issuer signed no key for one.
    package static let chipProofNotOffered = PolicyRow<TrustPolicy.Obligation>(.recorded, .recorded, .recorded)
    /// The issuer signed a key for a proof, and the chip refuses it or fails.
    package static let chipProofFailed = PolicyRow<TrustPolicy.Obligation>(.mandatory, .mandatory, .mandatory)

    /// SHA-1 by a signer that was issued after 2015.
    package static let recentSHA1 = PolicyRow<TrustPolicy.Ruling>(.fails, .isNoted, .isNoted)
    /// SHA-1 by an older signer.
    package static let earlierSHA1 = PolicyRow<TrustPolicy.Ruling>(.isNoted, .isNoted, .isNoted)
}
