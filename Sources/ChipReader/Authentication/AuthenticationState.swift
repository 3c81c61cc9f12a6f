import AccessControl
import LDS
import PKI

/// What chip and terminal have proven to each other, and how, so that it can be proven again after a loss.
struct AuthenticationState {
    /// The way of Chip Authentication that has worked; nil where none has.
    var chip: (choice: ChipAuthenticationChoice, way: ChipAuthentication.Way)?
    /// Whether the session goes on under new keys that the chip has not shown to know yet.
    var isSwitching = false
    /// How often in a row the chip has agreed on new keys again and not shown to know them.
    var unconfirmedCount = 0
    /// Comp(PK_DH,IFD) of the session that is open.
    var terminalKeyCompressed: [UInt8] = []
    /// The certificates by which the terminal was let in; nil where it was not.
    var terminal: CVCertificateChain?
    /// Trust points of the chip from which it took no certificates, and the session in which it refused the last of them.
    var refusedTrustPoints: [CertificateReference] = []
    var sessionOfRefusal: Int?
    /// The files of LDS2 applications that the terminal was let in for, where it was let in.
    var recordRights: RecordRights?
    /// The key of EF.CardSecurity by which the chip has authenticated itself in the master file; nil where it has not.
    var choiceInMasterFile: ChipAuthenticationChoice?
    /// Whether the protocols are not run in the master file any more, since they failed there.
    var hasLeftMasterFile = false
    var masterFileLossCount = 0
    /// How often the chip agreed on keys in the master file and did not answer under them.
    var doubtCountInMasterFile = 0
    /// The forms for long commands that have not ended a session yet; nil before any was needed.
    var longForms: [CommandCarriage.LongForm]?
    /// The first bytes of a file that were read to see whether the chip goes on under new keys.
    private var readAhead: (file: ElementaryFile, bytes: [UInt8], session: Int)?

    /// Gives up the form of long commands that is tried first; false where no other is left.
    mutating func dropLongForm(of tried: [CommandCarriage.LongForm]) -> Bool {
        guard tried.count > 1 else { return false }
        longForms = Array(tried.dropFirst())
        return true
    }

    /// Keeps the first bytes of a file that is selected in a session.
    mutating func keep(_ bytes: [UInt8], of file: ElementaryFile, inSession session: Int) {
        readAhead = (file, bytes, session)
    }

    /// The bytes that were kept, once, where they are of this file and it is still selected.
    mutating func takeReadAhead(of file: ElementaryFile, inSession session: Int) -> [UInt8]? {
        defer { readAhead = nil }
        guard let readAhead, readAhead.file == file, readAhead.session == session else { return nil }
        return readAhead.bytes
    }
}
