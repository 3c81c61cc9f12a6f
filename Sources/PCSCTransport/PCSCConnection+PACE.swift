import CPCSCLite
public import CardTransport

extension PCSCConnection {
    /// Lets the reader run PACE itself, the password being typed on its keys; nil where the reader has no such engine.
    ///
    /// It takes as long as the holder takes to type: the reader's own limit ends it.
    ///
    /// Spec: PC/SC Part 10 Amendment 1 §2.5.
    public mutating func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? {
        guard let card else { throw .cardRemoved }
        guard let features = ReaderFeatures.control(card, cpcsc_control_code(3400)),
            let code = ReaderFeatures.controlCode(of: Int(FEATURE_EXECUTE_PACE), in: features),
            let capabilities = ReaderFeatures.control(card, DWORD(code), ReaderPACERequest.capabilities),
            ReaderFeatures.runsPACE(capabilities: capabilities)
        else { return nil }
        guard let answer = ReaderFeatures.control(card, DWORD(code), request.encoded) else { throw .notTransacted }
        return try ReaderPACEResult(encoded: answer)
    }
}
