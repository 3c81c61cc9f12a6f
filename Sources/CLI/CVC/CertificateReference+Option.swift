import PKI

extension CertificateReference {
    /// The reference that an option gives, in the form of the specification; nil where it is not given.
    init?(option name: String, of invocation: Invocation) throws(UsageError) {
        guard let text = invocation[name] else { return nil }
        guard let reference = CertificateReference(text), reference.isWellFormed else {
            throw UsageError(
                "'--\(name) \(text)' is no reference of a certificate",
                hint: "it is two letters of a country, one to nine characters, and five digits: UTDVAB00001.",
                command: invocation.command)
        }
        self = reference
    }
}
