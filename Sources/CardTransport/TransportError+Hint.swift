extension TransportError {
    /// What it means and what to try next, for somebody at a desk with a document and a reader.
    public var hint: String {
        switch self {
        case .serviceNotRunning:
            "start it with 'systemctl start pcscd.socket' (Debian: package pcscd); for a reader without hardware: "
                + "'Scripts/virtual-reader start'"
        case .notPermitted:
            "a policy keeps this user from the service: use a local session, or let an administrator add a polkit rule "
                + "for org.debian.pcsc-lite; the socket is /run/pcscd/pcscd.comm"
        case .noReader(nil):
            "plug in a contactless reader; if one is plugged in, its driver may be missing (Debian: package libccid): "
                + "'emrtd doctor' looks for the cause"
        case .noReader: "'emrtd readers' lists the readers; a part of the name that only one of them has is enough"
        case .noCard: "lay the document on the reader, open at the data page, and take metal and other cards away"
        case .sharingViolation:
            "close other programs that use the reader (card middleware, browsers with a smart card module), or wait "
                + "until they have finished"
        case .unresponsiveCard:
            "turn the document over or shift it by a few centimetres, one document at a time; a chip that never answers "
                + "on two readers is defective"
        case .cardRemoved: "lay the document back without moving it: the read goes on where it stopped"
        case .cardReset:
            "another program or a weak field reset the chip: keep the document still, close other card programs and "
                + "read again"
        case .readerRemoved: "plug the reader in again, into a port of its own if it loses power, and read again"
        case .timedOut: "nothing was laid on the reader in time, or the chip was too slow: try again"
        case .cancelled: "start again when ready"
        case .notTransacted:
            "most readers that refuse a command cannot carry extended length: the read goes on with short commands; if it "
                + "does not, shift the document and try again"
        case .malformedResponse: "the reader or its driver delivered a broken answer: try again, or another reader"
        case .endlessResponse: "the chip does not keep to its protocol, or is no travel document"
        case .notAuthentic:
            "someone altered the answer or the session is out of step: read again; if it stays, treat the document as "
                + "suspect"
        case .channelClosed: "open access to the chip again"
        case .notInTrace:
            "the trace belongs to another document, other access keys or another version of the reading steps"
        case .pcsc: "'emrtd doctor' looks for the cause; the system log may hold a line of pcscd"
        }
    }
}
