public import CardTransport
public import Cryptography
public import Issuing
import LDS
import MRZ
import SecureMessaging

/// The chip of an electronic travel document, from the card's side: it takes command APDUs and gives answers.
///
/// It shares with the reader only the codec of secure messaging and the arithmetic of key agreement, which published
/// vectors pin down. It holds one session at a time, is not told about readers, and never traps on what it is sent.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §3.6 (commands), 9303-11 §4.3 and §4.4 (access), §6 (authentication), §9.8.
public struct SimulatedChip: Sendable {
    /// The document it was personalised with.
    public let document: IssuedDocument
    /// How it behaves where chips differ.
    public let behaviour: ChipBehaviour
    var random: any RandomSource
    var files: CardFileSystem
    var access: Access
    /// What MANAGE SECURITY ENVIRONMENT has set.
    var environment = SecurityEnvironment.none
    /// The beginning of a template that GENERAL AUTHENTICATE brings in pieces.
    var chained: [UInt8] = []
    /// The beginning of another command that comes in a chain.
    var unfinishedCommand: CommandAPDU?
    /// What is left of an answer that goes out in pieces, each protected for itself.
    var securedPieces: ResponseAPDU?
    /// Where EF.CVCA lies.
    let authorityFile: ElementaryFile
    /// What outlasts a reset.
    var memory: ChipMemory
    /// What is still to go wrong in a session; a reset does not bring it back.
    var incident: ChipBehaviour.SessionIncident?
    /// The protected answer before, which a replay repeats.
    var lastAnswer: ResponseAPDU?
    /// The number of the command that is not answered, until it was not.
    private var silentCommand: Int?
    /// How many commands came since power-on.
    private var commandCount = 0
    /// What takes this chip's place, and after how many commands; one at most.
    private var relayed: [(after: Int, chip: SimulatedChip)] = []
    /// How long the last command took the chip itself.
    public private(set) var processingTime = Duration.zero
    /// What GET RESPONSE gives next.
    var pending: [UInt8] = []

    /// How far a terminal has come.
    enum Access: Sendable {
        /// Nothing proven.
        case closed
        /// A nonce is out.
        case challenged(rndIC: [UInt8])
        /// Mutual authentication succeeded.
        case open(ChipSession)
    }

    /// Personalises a chip.
    ///
    /// - Parameter random: Where its nonces and keying material come from, in the order of the protocols: eight bytes for
    ///   each challenge, sixteen for each mutual authentication; for PACE the nonce, the mapping key (none for the
    ///   integrated mapping) and the ephemeral key; the recoverable part of each RSA signature.
    public init(
        _ document: IssuedDocument, behaviour: ChipBehaviour = ChipBehaviour(),
        random: any RandomSource = SystemRandomSource()
    ) {
        self.document = document
        self.behaviour = behaviour
        self.random = random
        authorityFile = document.files.keys.first { $0.name == ElementaryFile.cvca.name } ?? .cvca
        let applications = Set(document.records.keys.map(\.application)).union(document.files.keys.map(\.application))
        files = CardFileSystem(
            Self.files(of: document, behaviour), applications: applications.filter { $0 != .masterFile && $0 != .lds1 },
            hasCardAccessInApplication: behaviour.cardAccessPlace == .application)
        access = .closed
        memory = ChipMemory(document)
        incident = behaviour.sessionIncident
        silentCommand = if case .command(let number) = behaviour.silence { number } else { nil }
        if document.terminalAuthentication != nil { files.add(authorityFile, authorityReferences) }
        files.restart(in: behaviour.startsInApplication ? .lds1 : .masterFile)
    }

    /// Lets another chip answer, as through a relay, once this one has answered some commands after power-on.
    public mutating func relay(to other: SimulatedChip, afterCommand count: Int) {
        relayed = [(count, other)]
    }

    /// The answer to reset, as a reader of contactless cards makes it up.
    public var answerToReset: [UInt8] { behaviour.answerToReset }

    /// Forgets every session, as when the power goes.
    public mutating func reset() {
        files.restart(in: behaviour.startsInApplication ? .lds1 : .masterFile)
        access = .closed
        environment = .none
        chained = []
        unfinishedCommand = nil
        securedPieces = nil
        pending = []
        commandCount = 0
    }

    /// Answers one command APDU.
    ///
    /// - Returns: At least the two bytes of a status word; nothing where the chip does not answer.
    public mutating func process(_ apdu: [UInt8]) -> [UInt8] {
        commandCount += 1
        processingTime = apdu.count > 1 && apdu[1] == 0x86 ? behaviour.keyAgreementTime : .zero
        if let (count, other) = relayed.first, commandCount > count {
            self = other
            return process(apdu)
        }
        if isSilent(apdu) { return [] }
        if let answer = endlessAnswer { return answer }
        guard let command = try? CommandAPDU(encoded: apdu) else { return ResponseAPDU(status: .wrongLength).encoded }
        let isExtended = apdu.count > 6 && apdu[4] == 0
        if isExtended {
            // A chip that does not know extended lengths does not get as far as its session.
            let signing = behaviour.extendsSignatures && command.ins == 0x88
            guard let limits = behaviour.extendedLength ?? (signing ? .init() : nil), apdu.count <= limits.command
            else {
                return ResponseAPDU(status: .wrongLength).encoded
            }
        }
        if command.ins == 0xC0, !pending.isEmpty, !command.isSecured { return continueResponse(command) }
        pending = []
        let answer = command.isSecured ? secured(command, isExtended) : plain(command, isExtended)
        return split(answer.encoded, for: command, isExtended)
    }

    private mutating func isSilent(_ apdu: [UInt8]) -> Bool {
        if silentCommand == commandCount {
            silentCommand = nil
            return true
        }
        guard case .masterFile(let form) = behaviour.silence, apdu.count >= 4, apdu[1] == 0xA4, apdu[2] == 0x00 else {
            return false
        }
        return (apdu.count > 5) == (form == .withIdentifier)
    }

    /// What never ends, once it has begun.
    private var endlessAnswer: [UInt8]? {
        guard case .open(let session) = access, let endless = behaviour.endless else { return nil }
        switch endless {
        case .moreData(let first) where session.answerCount + 1 >= first:
            return [UInt8](repeating: 0x5A, count: 16) + [0x61, 0x10]
        case .otherLength(let first) where session.answerCount + 1 >= first: return [0x6C, 0x10]
        case .moreData, .otherLength: return nil
        }
    }

    private mutating func plain(_ command: CommandAPDU, _ isExtended: Bool) -> ResponseAPDU {
        // A plain command ends the session (Doc 9303-11 §9.8.9); what it asks for is then judged without one.
        if case .open = access { access = .closed }
        return execute(command, Exchange(isSecured: false, isExtended: isExtended, behaviour))
    }

    /// The first part of an answer that is too long, where the chip sends the rest by GET RESPONSE.
    private mutating func split(_ answer: [UInt8], for command: CommandAPDU, _ isExtended: Bool) -> [UInt8] {
        guard behaviour.chainsResponses, !isExtended, answer.count > 258 else { return answer }
        pending = Array(answer.dropFirst(256))
        return Array(answer.prefix(256)) + [0x61, UInt8(truncatingIfNeeded: min(pending.count - 2, 256))]
    }

    private mutating func continueResponse(_ command: CommandAPDU) -> [UInt8] {
        let status = pending.suffix(2)
        let count = min(command.expectedCount ?? 256, pending.count - 2)
        let part = pending.prefix(count)
        pending = Array(pending.dropFirst(count))
        guard pending.count <= 2 else {
            return Array(part) + [0x61, UInt8(truncatingIfNeeded: min(pending.count - 2, 256))]
        }
        pending = []
        return Array(part + status)
    }

    /// The document's files, and EF.ATR/INFO where the chip states its buffers.
    private static func files(of document: IssuedDocument, _ behaviour: ChipBehaviour) -> [ElementaryFile: [UInt8]] {
        var files = document.files
        let limits = behaviour.statesExtendedLength ? behaviour.extendedLength : nil
        if files[.attributes] == nil, limits != nil || behaviour.chainsCommands {
            files[.attributes] = FileEncoder.attributes(
                maximumCommandByteCount: limits?.command, maximumResponseByteCount: limits?.response,
                chains: behaviour.chainsCommands)
        }
        return files
    }
}

extension SimulatedChip: CardChannel {
    /// Sends one command over a wire that nothing goes wrong on.
    public mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        let answer = process(command.encoded)
        guard let response = ResponseAPDU(encoded: answer) else {
            throw .malformedResponse(byteCount: answer.count)
        }
        return response
    }
}

/// How one command came, which limits what its answer can carry.
struct Exchange {
    let isSecured: Bool
    let isExtended: Bool
    /// The most bytes of data that the answer can carry in plain.
    let capacity: Int

    init(isSecured: Bool, isExtended: Bool, _ behaviour: ChipBehaviour) {
        self.isSecured = isSecured
        self.isExtended = isExtended
        let bytes = isExtended ? min(65_536, (behaviour.extendedLength?.response ?? 65_538) - 2) : 256
        guard isSecured else {
            capacity = bytes
            return
        }
        // DO'87' with its header and padding indicator, whole blocks of 8 with at least one byte of padding, DO'99', DO'8E'.
        let header = bytes <= 256 ? 4 : 5
        capacity = max(0, (bytes - 4 - 10 - header) / 8 * 8 - 1)
    }
}
