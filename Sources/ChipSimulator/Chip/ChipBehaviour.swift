public import CardTransport
public import LDS

/// How a chip behaves where chips differ; the value by default is a chip that keeps to the specifications.
///
/// Each departure has been met in the field; `FaultProfile` gives them names.
public struct ChipBehaviour: Hashable, Sendable {
    /// The largest APDUs in bytes, if the chip takes extended lengths at all.
    public var extendedLength: ExtendedLength? = ExtendedLength()
    /// Whether EF.ATR/INFO is there and says so.
    public var statesExtendedLength = true
    /// The most bytes that one READ BINARY gives.
    public var maximumReadByteCount = Int.max
    /// What happens to a read of more than that, or of more than an answer can carry.
    public var overlongRead = OverlongRead.shortened
    /// Whether READ BINARY with Le = 256 under secure messaging is refused with 6700.
    public var refusesFullShortRead = false
    /// What a read that passes the end of a file is answered with.
    public var endOfFile = EndOfFile.warning
    /// What READ BINARY with a short file identifier does.
    public var shortIdentifiers = ShortIdentifiers.supported
    /// Whether READ BINARY with odd instruction is known.
    public var supportsOddRead = true
    /// The answer to SELECT of the master file, where it does not work.
    public var masterFileRefusal: StatusWord?
    /// Which of the two forms of SELECT of the master file is answered with 6700, where one is.
    public var refusedMasterFileForm: MasterFileForm?
    /// Where EF.CardAccess is to be found.
    public var cardAccessPlace = CardAccessPlace.masterFile
    /// Which READ BINARY in the channel ends the session with 6987, by what its DO'97' asks for.
    public var refusedLengthObject: LengthObject?
    /// Files that are found by their identifier alone.
    public var filesWithoutShortIdentifier: Set<ElementaryFile> = []
    /// The answer to READ BINARY of EF.ATR/INFO and EF.DIR before access, where it does not work.
    public var cardFileRefusal: StatusWord?
    /// What the chip does not answer at all.
    public var silence: Silence?
    /// How long each step of a key agreement takes.
    public var keyAgreementTime = Duration.zero
    /// What every command of a session is answered with, from one on, in place of an end.
    public var endless: Endless?
    /// The answer to SELECT of the eMRTD application, where it does not work.
    public var applicationRefusal: StatusWord?
    /// The answer to SELECT of the eMRTD application that asks for nothing back, where it does not work.
    public var applicationFormRefusal: StatusWord?
    /// Whether the eMRTD application is selected from the start.
    public var startsInApplication = false
    /// The answer to SELECT of the eMRTD application before access, where only PACE opens it.
    public var lockedApplication: StatusWord?
    /// How PACE goes.
    public var pace = PACE()
    /// How Chip Authentication goes.
    public var chipAuthentication = ChipAuthentication()
    /// How Terminal Authentication goes.
    public var terminalAuthentication = TerminalAuthentication()
    /// How records are given out.
    public var records = Records()
    /// How a command without data and Le is padded for its checksum.
    public var caseOnePadding = CaseOnePadding.extraBlock
    /// Whether SELECT without an answer and MSE:Set, both outside of a channel, are refused with 6700 where they have an Le.
    public var refusesLengthWithoutAnswer = false
    /// The answer to GENERAL AUTHENTICATE of extended length, where it does not work.
    public var refusesExtendedAuthentication: StatusWord?
    /// How EXTERNAL AUTHENTICATE ends, whatever the proof.
    public var mutualAuthentication = MutualAuthentication.honest
    /// How an error inside the secure channel is answered.
    public var errorsInSession = ErrorsInSession.protected
    /// Whether an access that is denied ends the session.
    public var dropsSessionOnDenial = false
    /// What goes wrong in the secure channel, once, at the answer with this number (the first is 1).
    public var sessionIncident: SessionIncident?
    /// Whether that goes wrong at every later answer of every session, too.
    public var repeatsSessionIncident = false
    /// How INTERNAL AUTHENTICATE is answered.
    public var activeAuthentication = ActiveAuthentication.honest
    /// Whether answers too long for the command go out in pieces, by 61xx and GET RESPONSE.
    public var chainsResponses = false
    /// The most bytes of an answer of GENERAL AUTHENTICATE and INTERNAL AUTHENTICATE in the channel that go out at once;
    /// the rest follows in pieces by 61xx and GET RESPONSE, each protected for itself.
    public var securedPieceByteCount: Int?
    /// Whether any command may come in a chain, and EF.ATR/INFO says so.
    public var chainsCommands = false
    /// Whether INTERNAL AUTHENTICATE may have extended length where nothing else may.
    public var extendsSignatures = false
    /// The answer to reset.
    public var answerToReset: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]

    public init() {}

    /// The largest APDUs that a chip takes and gives.
    public struct ExtendedLength: Hashable, Sendable {
        public var command: Int
        public var response: Int

        public init(command: Int = 65_544, response: Int = 65_538) {
            self.command = command
            self.response = response
        }
    }

    /// The forms of SELECT of the master file.
    public enum MasterFileForm: Hashable, Sendable { case withIdentifier, withoutData }

    public enum CardAccessPlace: Hashable, Sendable {
        case masterFile
        /// In the master file, and not to be found before that was selected.
        case afterSelection
        /// In the eMRTD application alone, which is selected without access then.
        case application
        /// In the master file, but what is selected by its identifier is EF.DIR.
        case behindDirectory
        /// In the master file without a short identifier, and only SELECT with P1 = 00 selects it; P1 = 02 selects EF.DIR.
        case behindOtherSelection
    }

    /// What DO'97' may ask for.
    public enum LengthObject: Hashable, Sendable {
        /// 00 or 0000: all there is.
        case all
        /// Any number.
        case exact
    }

    /// Commands without an answer; the reader has to take the chip up again.
    public enum Silence: Hashable, Sendable {
        /// SELECT of the master file in one form, always.
        case masterFile(MasterFileForm)
        /// The command with this number since power-on (the first is 1), once.
        case command(Int)
    }

    /// Answers that never come to an end, from the command with a number on (the first in a session is 1).
    public enum Endless: Hashable, Sendable {
        /// 6110 with sixteen bytes, to GET RESPONSE too.
        case moreData(fromCommand: Int)
        /// 6C10.
        case otherLength(fromCommand: Int)
    }

    public enum OverlongRead: Hashable, Sendable {
        /// As many bytes as can be given, with 9000.
        case shortened
        /// 6700.
        case refused
        /// Another status word.
        case failed(StatusWord)
        /// 6Cxx with the length that would do.
        case corrected
    }

    public enum EndOfFile: Hashable, Sendable {
        /// The rest of the file with 6282, or with 9000 where Ne asked for all there is.
        case warning
        /// The rest of the file with 6282, whatever was asked for.
        case alwaysWarning
        /// The rest of the file with 9000.
        case silent
        /// 6B00 without data.
        case refused
        /// 6Cxx with the number of bytes left.
        case corrected
    }

    public enum ShortIdentifiers: Hashable, Sendable {
        case supported
        /// Answered with a status word.
        case unsupported(StatusWord)
        /// A file of the master file is read where it has one of that identifier.
        case masterFileFirst
        /// An offset of 128 or more ends the session.
        case smallOffsetsOnly
    }

    /// The two readings of secure messaging for a command with neither data nor Le.
    public enum CaseOnePadding: Hashable, Sendable {
        /// A block of padding follows the padded header.
        case extraBlock
        /// Nothing follows the padded header.
        case none
    }

    public enum MutualAuthentication: Hashable, Sendable {
        /// Right proofs are answered with the chip's own; wrong ones with 6300.
        case honest
        /// Right proofs succeed; wrong ones get this status word.
        case refusingWrongProofs(StatusWord)
        /// Every proof gets this status word.
        case refusingAll(StatusWord)
        /// 9000 with as many meaningless bytes.
        case meaningless(byteCount: Int)
        /// The chip's own proof, with one bit of its cryptogram flipped.
        case altered
        /// A proof made over another nonce than the terminal's, with a right checksum.
        case replayed
    }

    public enum ErrorsInSession: Hashable, Sendable {
        /// Inside the channel, as the specification says.
        case protected
        /// Bare, and the session goes on as if the command had not been.
        case bareKeepingCounter
        /// Bare, and the session goes on with a counter that has counted the command.
        case bareCountingCommand
        /// Bare, and the session is gone.
        case bareEndingSession
    }

    public enum SessionIncident: Hashable, Sendable {
        /// A bare 9000 with the answer's data in plain.
        case bareSuccess(answer: Int)
        /// The counter starts again from where it was after key agreement.
        case counterReset(answer: Int)
        /// An answer without DO'99', its checksum right.
        case missingStatus(answer: Int)
        /// The session is lost without notice: the command is answered with 6988.
        case sessionLost(answer: Int)
        /// The answer is a bare status word.
        case bareStatus(answer: Int, StatusWord)
        /// An answer whose checksum has four bytes.
        case checksumCutShort(answer: Int)
        /// The answer before comes again.
        case replayed(answer: Int)
        /// The answer is protected as the next one would be.
        case reordered(answer: Int)
        /// The last sixteen bytes of the answer are missing.
        case truncated(answer: Int)
        /// One bit of the answer's first data object is flipped.
        case bitFlipped(answer: Int)
    }

    public enum ActiveAuthentication: Hashable, Sendable {
        case honest
        case refusing(StatusWord)
        /// A short command is answered with what fits, the rest is lost without notice.
        case truncated
        /// A command of extended length is answered with no data.
        case emptyForExtended
        /// A command is answered with 6C00 unless it asks for 256 bytes in short form, where the signature goes in pieces.
        case corrected
        /// The signature is one over another challenge.
        case replayed
        /// One bit of the signature is flipped.
        case altered
    }
}
