import CardTransport
import LDS
import PKI
import Standards

/// What the reader says about a chip that does not behave as specified: stable codes, each said once a read.
enum Remark {
    /// A status word without protection inside a secure session (field note 34).
    static func bareStatus(_ status: StatusWord, _ step: String) -> Reason {
        Reason("bareStatus", "The chip answered \(status) without protection in step \(step).")
    }

    /// The session was lost and opened again (field notes 35, 38, 39).
    static func sessionReopened(_ step: String) -> Reason {
        Reason("sessionReopened", "The secure session was lost in step \(step) and opened again.")
    }

    /// An answer did not verify: it was altered on its way, or the session was out of step.
    static func answerNotAuthentic(_ step: String) -> Reason {
        Reason("answerNotAuthentic", "An answer in step \(step) did not verify and was not used.")
    }

    /// The card was away and came back (field note 46).
    static func cardLost(_ error: TransportError, _ step: String) -> Reason {
        Reason("cardLost", "The card was lost in step \(step) (\(error)) and found again.")
    }

    /// A second key was tried after the chip had not taken the first one.
    static let keyReread = Reason(
        "keyReread",
        "The chip did not take the first key, and a second one, another reading of the picture, was tried once.")

    /// Blocks had to be made smaller (field notes 42, 43).
    static func smallerBlocks(_ size: Int, _ status: StatusWord) -> Reason {
        Reason("smallerBlocks", "The chip answered \(status) to larger blocks; it is read in blocks of \(size) bytes.")
    }

    /// The chip is not read with extended length though that was to be expected (field notes 53 to 55).
    static let noExtendedLength = Reason(
        "noExtendedLength", "Commands of extended length did not work; short ones are used.")

    /// Each attempt at a file ended the session.
    static func fileEndsSession(_ file: ElementaryFile) -> Reason {
        Reason("fileEndsSession", "The chip drops the secure session whenever \(file) is read; the file is left out.")
    }

    /// A few bytes an answer: such a file would take hours.
    static func endlessFile(_ file: ElementaryFile) -> Reason {
        Reason("endlessFile", "The chip gives \(file) out a few bytes at a time; the rest of it is left.")
    }

    /// Active Authentication ended the session more than once.
    static let authenticationEndsSession = Reason(
        "authenticationEndsSession", "The chip drops the secure session when it is asked to sign a challenge.")

    /// DG14 has keys for Chip Authentication, and none that can be computed with.
    static let unusableChipKey = Reason(
        "unusableChipKey", "DG14 has a key for Chip Authentication that cannot be used; the chip was not asked for it.")

    /// A key and its protocol have not the same number (field notes 91 and 94).
    static let keyNumbersDiffer = Reason(
        "keyNumbersDiffer", "DG14 numbers a key for Chip Authentication and its protocol differently.")

    /// DG14 does not say by which protocol its key is used.
    static func protocolInferred(_ identifier: OID) -> Reason {
        Reason("protocolInferred", "DG14 names no protocol for the chip's key; the chip takes \(identifier).")
    }

    /// The first way of Chip Authentication was not the chip's (field notes 89 and 92).
    static let otherWayOfChipAuthentication = Reason(
        "otherWayOfChipAuthentication", "The chip refuses Chip Authentication as specified and takes it another way.")

    /// The chip names two authorities, and takes no certificates from the first.
    static func otherTrustPoint(
        _ reference: CertificateReference, _ refusal: TerminalAuthenticationReading.Outcome
    ) -> Reason {
        let how =
            switch refusal {
            case .refused(let status, let step): "\(StatusWord(status)) at \(step)"
            case .notTried(let reason): reason.code
            case .accepted: "no reason"
            }
        return Reason(
            "otherTrustPoint",
            "The chip takes no certificates from \(reference), which it names (\(how)); its other authority is tried.")
    }

    /// The chip does not let a terminal say beforehand what it wants to read.
    static func authorizationNotTaken(_ status: StatusWord) -> Reason {
        Reason(
            "authorizationNotTaken",
            "The chip refuses PACE with the terminal's authorization (\(status)); it was opened without.")
    }

    /// Fewer bytes than asked for, before the end of the file.
    static let shortAnswers = Reason(
        "shortAnswers", "The chip gave fewer bytes than were asked for, before the end of a file.")

    /// A short identifier selected another file.
    static func shortIdentifierAstray(_ file: ElementaryFile) -> Reason {
        Reason("shortIdentifierAstray", "The short identifier of \(file) selects another file.")
    }

    /// Files are selected by their identifiers, since short ones are not understood.
    static let noShortIdentifiers = Reason(
        "noShortIdentifiers", "The chip does not understand short identifiers; files are selected one by one.")

    /// The first read must not ask for more than the file has.
    static let noOverReading = Reason(
        "noOverReading", "The chip refuses reads beyond the end of a file; each file's header is read first.")

    /// Reads must ask for all there is (field note 36).
    static let asksForAll = Reason(
        "asksForAll", "The chip drops the session when a read asks for so many bytes; it is asked for all there is.")

    /// The signature cannot come through this reader whole (field notes 53 and 83).
    static func signatureNotCarried(_ byteCount: Int) -> Reason {
        Reason(
            ActiveAuthenticationReading.notCarriedCode,
            "The chip's signature has \(byteCount) bytes, more than this reader carries in one answer; "
                + "a reader with extended length is needed to see it whole.")
    }

    /// Neither COM nor SOD says what is there.
    static let noGroupList = Reason(
        "noGroupList", "Neither EF.COM nor EF.SOD lists the data groups; the usual ones are tried.")

    /// The application takes another form of SELECT.
    static let unusualSelect = Reason("unusualSelect", "The chip wants another form of SELECT than the specified one.")

    /// The application may be selected already.
    static func selectionRefused(_ status: StatusWord) -> Reason {
        Reason("selectionRefused", "The chip refuses SELECT of its application (\(status)); it is tried without.")
    }

    /// An earlier session was on the chip (SCardDisconnect leaves it there).
    static let foreignSession = Reason("foreignSession", "The chip had to be reset: an earlier session was left on it.")

    /// MSE:Set AT works without the parameter number only (field note 18).
    static func parametersNotNamed(_ status: StatusWord) -> Reason {
        Reason("parametersNotNamed", "The chip refuses PACE with a parameter number (\(status)); it was left out.")
    }

    /// One way of PACE failed, and the next that the chip offers is tried.
    static func nextPACE(_ reason: Reason) -> Reason {
        Reason("nextPACE", "One way of PACE failed, and the next is tried. \(reason.text)")
    }

    /// One try of the PIN was left, and the CAN let it be used.
    static let pinResumed = Reason(
        "pinResumed", "One try of the PIN was left: the chip was shown the CAN before it, as it asks.")

    /// The secure channel ends in the reader.
    static let openedByReader = Reason(
        "openedByReader", "The reader opened the chip itself; what it hands on is not protected on its way here.")

    /// EF.CardAccess lies inside of the application (field note 14).
    static let cardAccessInApplication = Reason(
        "cardAccessInApplication", "EF.CardAccess lies inside of the application, not in the master file.")

    /// Another file came in the place of EF.CardAccess.
    static let cardAccessAstray = Reason(
        "cardAccessAstray", "The chip gave another file out where EF.CardAccess was selected.")

    /// PACE is there and was not used.
    static let paceNotUsed = Reason(
        "paceNotUsed", "The chip offers PACE; it was opened by Basic Access Control, which is weaker.")

    /// The answer to `B1` has no DO53 around it that fits.
    static let oddReadMalformed = Reason(
        "oddReadMalformed", "The answer to a read beyond 32,767 bytes is cut off inside its data object.")

    /// The chip was opened without the key that was given.
    static let keyNotNeeded = Reason(
        "keyNotNeeded", "The chip runs no access protocol and gives its files to everyone.")
}
