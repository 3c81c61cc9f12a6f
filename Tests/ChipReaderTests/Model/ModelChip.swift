import AccessControl
import ByteCoding
import CardTransport
import Cryptography
import LDS
import MRZ
import SecureMessaging
import TestSupport

/// A small chip with one document on it and a list of bad habits, for tests of the reader alone.
final class ModelChip: CardConnection {
    /// How it goes against the specification; as specified where nothing is set.
    struct Habits {
        /// The most bytes it gives in one answer.
        var largestBlock = 65_536
        /// What it answers where more is asked for than `largestBlock`: nil to give what it has.
        var tooLarge: StatusWord?
        /// What it answers where a read goes over the end of a file: nil to give the rest with 9000.
        var overEnd: StatusWord?
        /// Gives the rest with this status where a read goes over the end.
        var endStatus = StatusWord.success
        /// Names the length it wants where a read goes over the end or is too large.
        var correctsLength = false
        /// Errors leave the secure channel without protection.
        var answersBare = false
        /// A bare error ends the session.
        var dropsSession = false
        var knowsShortIdentifiers = true
        /// What a short identifier selects in place of its file.
        var straySelection: [UInt8: UInt16] = [:]
        var selectStatus = StatusWord.success
        var runsAccessControl = true
        /// What EXTERNAL AUTHENTICATE answers in place of a proof.
        var proof: ResponseAPDU?
        var challengeStatus: StatusWord?
        /// What INTERNAL AUTHENTICATE answers.
        var signature: (CommandAPDU) -> ResponseAPDU = { _ in ResponseAPDU(status: .instructionNotSupported) }
        var forbidden: Set<UInt16> = []
        /// Files of the application that need no session.
        var freelyReadable: Set<UInt16> = []
        /// What SELECT of the application is answered before PACE.
        var lockedApplication: StatusWord?
        /// What MSE:Set AT is answered, where it is not carried out.
        var setPACE: (CommandAPDU) -> StatusWord? = { _ in nil }
        /// How the ways of PACE go.
        var pace: (PACEChoice) -> PACECard.Habit = { _ in PACECard.Habit() }
        /// Whether PACE is run inside of the application.
        var hasPACEInApplication = false
        /// Answers in its place, where it answers at all.
        var override: (CommandAPDU) -> ResponseAPDU? = { _ in nil }
    }

    var habits = Habits()
    /// What happens at the command of an index: nil to answer.
    var incident: (Int) -> TransportError? = { _ in nil }
    /// Changes an answer on its way.
    var tamper: (Int, inout ResponseAPDU) -> Void = { _, _ in }
    /// Changes an answer before it is protected.
    var plainTamper: (CommandAPDU, inout ResponseAPDU) -> Void = { _, _ in }
    /// What lies on the reader after the card was away.
    var afterReconnect: (ModelChip) -> Void = { _ in }

    var cardFiles: [UInt16: [UInt8]] = [:]
    var files: [UInt16: [UInt8]] = [:]
    var answerToReset: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]
    var maximumCommandByteCount = CommandAPDU.maximumShortByteCount
    private(set) var log: [CommandAPDU] = []
    /// What a wait for the card ends in, where it does not come back.
    var stayingAway: TransportError?
    private(set) var reconnectCount = 0

    /// What PACE is opened with.
    var passwords: [PACEPassword]
    private var pace: PACECard?
    /// Whether PACE was broken off, and the rest of the chain is waited for.
    private var isInChain = false
    private(set) var resetCount = 0

    private let kEnc: [UInt8]
    private let kMAC: [UInt8]
    private var isGone = false
    private var isApplicationSelected = false
    private var selected: [UInt8]?
    private var challenge: [UInt8] = []
    private var session: ChipSecureMessaging?
    private var random: UInt8 = 0

    init(key: MRZKeyInformation) {
        passwords = [.mrz(key)]
        let seed = key.withBytes { HashAlgorithm.sha1.hash($0) }.prefix(16)
        kEnc = KeyDerivation.derive(seed, counter: 1, for: .tripleDES)
        kMAC = KeyDerivation.derive(seed, counter: 2, for: .tripleDES)
    }

    func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        guard !isGone else { throw .noCard }
        let index = log.count
        log.append(command)
        if let error = incident(index) {
            isGone = error == .cardRemoved
            forget()
            throw error
        }
        var answer = answer(to: command)
        tamper(index, &answer)
        return answer
    }

    func reset() throws(TransportError) {
        resetCount += 1
        forget()
    }

    func reconnect(within limit: Duration) throws(TransportError) {
        reconnectCount += 1
        if let stayingAway { throw stayingAway }
        isGone = false
        forget()
        afterReconnect(self)
    }

    /// Whether a secure session is open.
    var isOpen: Bool { session != nil }
    /// The file that was read last.
    var selectedFile: [UInt8]? { selected }
    /// The last command, as it was inside the secure channel.
    private(set) var lastPlainCommand: CommandAPDU?

    /// Ends the session in place of an answer.
    func dropSession(_ answer: inout ResponseAPDU) {
        session = nil
        selected = nil
        lastPlainCommand = nil
        answer = ResponseAPDU(status: .secureMessagingObjectIncorrect)
    }

    private func forget() {
        session = nil
        selected = nil
        isApplicationSelected = false
        pace = nil
        isInChain = false
    }

    // MARK: Commands

    private func answer(to command: CommandAPDU) -> ResponseAPDU {
        guard command.isSecured else {
            session = nil
            return plain(command)
        }
        guard var channel = session else { return ResponseAPDU(status: .secureMessagingObjectIncorrect) }
        let inner: CommandAPDU
        do { inner = try channel.unwrap(command) } catch {
            session = nil
            return ResponseAPDU(status: error.status)
        }
        var response = plain(inner)
        plainTamper(inner, &response)
        if habits.answersBare, response.status != .success, response.status != .endOfFile {
            if habits.dropsSession { session = nil }
            return response  // the counter stays where it was before the command
        }
        let wrapped = channel.wrap(response)
        session = channel
        return wrapped
    }

    private func plain(_ command: CommandAPDU) -> ResponseAPDU {
        lastPlainCommand = command
        if let answer = habits.override(command) { return answer }
        if isInChain { return ResponseAPDU(status: .lastOfChainExpected) }
        switch command.ins {
        case 0x22: return setPACE(command)
        case 0x86: return continuePACE(command)
        case 0xA4: return select(command)
        case 0x84:
            if let status = habits.challengeStatus { return ResponseAPDU(status: status) }
            random &+= 1
            challenge = [UInt8](repeating: random, count: 8)
            return ResponseAPDU(data: challenge, status: .success)
        case 0x82: return authenticate(command.data)
        case 0x88: return habits.signature(command)
        case 0xB0, 0xB1: return read(command)
        default: return ResponseAPDU(status: .instructionNotSupported)
        }
    }

    private func select(_ command: CommandAPDU) -> ResponseAPDU {
        if command.p1 == 0x04 {
            if let status = habits.lockedApplication, session == nil { return ResponseAPDU(status: status) }
            guard habits.selectStatus == .success else { return ResponseAPDU(status: habits.selectStatus) }
            isApplicationSelected = true
            selected = nil
            return ResponseAPDU(status: .success)
        }
        guard command.data.count == 2 else { return ResponseAPDU(status: .wrongParameters) }
        let identifier = UInt16(command.data[0]) << 8 | UInt16(command.data[1])
        if identifier == 0x3F00 {
            isApplicationSelected = false
            selected = nil
            return ResponseAPDU(status: .success)
        }
        guard let file = file(identifier) else { return ResponseAPDU(status: .fileNotFound) }
        selected = file
        return ResponseAPDU(status: .success)
    }

    private func file(_ identifier: UInt16) -> [UInt8]? {
        isApplicationSelected ? files[identifier] : cardFiles[identifier]
    }

    private func authenticate(_ proof: [UInt8]) -> ResponseAPDU {
        if let answer = habits.proof { return answer }
        let (enc, mac) = (TripleDESKey(kEnc), RetailMACKey(kMAC))
        guard proof.count == 40, mac.mac(over: proof.prefix(32)) == Array(proof.suffix(8)),
            let s = enc.decryptCBC(proof.prefix(32)), Array(s[8..<16]) == challenge
        else { return ResponseAPDU(status: .authenticationFailed) }
        let kIC = [UInt8](repeating: random ^ 0xA5, count: 16)
        let eIC = enc.encryptCBC(challenge + s[0..<8] + kIC)
        session = ChipSecureMessaging(
            SecureMessagingKeys(
                .tripleDES, sharedSecret: zip(s[16..<32], kIC).map { $0 ^ $1 },
                sendSequenceCounter: SendSequenceCounter(Array(challenge.suffix(4) + s[4..<8]))))
        return ResponseAPDU(data: eIC + mac.mac(over: eIC), status: .success)
    }

    // MARK: PACE

    private func setPACE(_ command: CommandAPDU) -> ResponseAPDU {
        let status = habits.setPACE(command)
        if let status, status.remainingTries == nil { return ResponseAPDU(status: status) }
        guard habits.hasPACEInApplication == isApplicationSelected, let (choice, password) = way(command) else {
            return ResponseAPDU(status: .referencedDataNotFound)
        }
        pace = PACECard(choice, password, habits.pace(choice))
        return ResponseAPDU(status: status ?? .success)
    }

    private func continuePACE(_ command: CommandAPDU) -> ResponseAPDU {
        guard var card = pace, let answer = try? card.transmit(command) else {
            return ResponseAPDU(status: .conditionsNotSatisfied)
        }
        pace = card
        isInChain = answer.status != .success && command.cla == 0x10
        if let keys = card.keys {
            session = ChipSecureMessaging(keys)
            pace = nil
        }
        return answer
    }

    // MARK: READ BINARY

    private func read(_ command: CommandAPDU) -> ResponseAPDU {
        var offset = Int(command.p1) << 8 | Int(command.p2)
        if command.ins == 0xB1 {
            var reader = ByteReader(command.data)
            guard let position = try? reader.dataObject(0x54) else { return ResponseAPDU(status: .wrongData) }
            offset = position.value.reduce(0) { $0 << 8 | Int($1) }
        } else if command.p1 & 0x80 != 0 {
            guard habits.knowsShortIdentifiers else { return ResponseAPDU(status: .wrongParameters) }
            guard let file = fileByShortIdentifier(command.p1 & 0x1F) else {
                return ResponseAPDU(status: .fileNotFound)
            }
            selected = file
            offset = Int(command.p2)
        }
        guard let file = selected else { return ResponseAPDU(status: StatusWord(0x6986)) }
        let isFree = habits.freelyReadable.contains { files[$0] == file }
        if habits.runsAccessControl, isApplicationSelected, session == nil, !isFree {
            return ResponseAPDU(status: .securityStatusNotSatisfied)
        }
        if !isApplicationSelected, session == nil, file == cardFiles[0x011D] {
            return ResponseAPDU(status: .securityStatusNotSatisfied)
        }
        if habits.forbidden.contains(where: { files[$0] == file }) {
            return ResponseAPDU(status: .securityStatusNotSatisfied)
        }
        return bytes(of: file, at: offset, command)
    }

    private func fileByShortIdentifier(_ short: UInt8) -> [UInt8]? {
        if let stray = habits.straySelection[short] { return cardFiles[stray] }
        let known = ElementaryFile.all.first {
            $0.shortIdentifier == short && ($0.application == .lds1) == isApplicationSelected
        }
        return known.flatMap { file($0.identifier) }
    }

    private func bytes(of file: [UInt8], at offset: Int, _ command: CommandAPDU) -> ResponseAPDU {
        guard offset < file.count, let asked = command.expectedCount else {
            return ResponseAPDU(status: .offsetOutsideFile)
        }
        let room = command.ins == 0xB1 ? asked - DataObjectWriter.header(0x53, valueCount: asked).count : asked
        let rest = file.count - offset
        if room > habits.largestBlock {
            if habits.correctsLength {
                return ResponseAPDU(status: StatusWord(0x6C00 | UInt16(habits.largestBlock & 0xFF)))
            }
            if let status = habits.tooLarge { return ResponseAPDU(status: status) }
        }
        if room > rest {
            if habits.correctsLength { return ResponseAPDU(status: StatusWord(0x6C00 | UInt16(rest & 0xFF))) }
            if let status = habits.overEnd { return ResponseAPDU(status: status) }
        }
        let data = Array(file[offset...].prefix(min(room, habits.largestBlock)))
        let status = room > rest ? habits.endStatus : .success
        return ResponseAPDU(data: command.ins == 0xB1 ? DataObjectWriter.encode(0x53, data) : data, status: status)
    }
}
