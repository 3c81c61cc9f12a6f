import ByteCoding
public import PKI
public import Standards
import Synchronization

/// The store as Passive Authentication asks it: a view of one generation, for many threads at once.
///
/// An import that ends meanwhile changes nothing here; `TrustStore.material` gives the new view. Answers are kept in
/// memory as far as they are few: anchors and revocation lists of states, and the signers that were asked for last.
public final class StoredTrustMaterial: TrustMaterial {
    public let generation: TrustGeneration
    /// The path of the store.
    public let path: String
    let time: Timestamp
    private let reading: Reading
    /// Who is trusted beside the anchors of the store.
    private let otherAnchors: CSCAAnchors
    private let answers = Mutex(Answers())

    /// The connection, which views of one generation share.
    private final class Reading: Sendable {
        let connection: Mutex<SQLiteConnection>

        init(_ connection: sending SQLiteConnection) {
            self.connection = Mutex(connection)
        }
    }

    /// What was looked up before.
    private struct Answers {
        var anchors: [AnchorQuestion: CSCAAnchors] = [:]
        var anchorsOfStates: [String: CSCAAnchors] = [:]
        var signers: [SignerQuestion: [Certificate]] = [:]
        var sealSigners: [SealSignerQuestion: [Certificate]] = [:]
        var lists: [String: [CertificateRevocationList]] = [:]
        var rules: [DefectQuestion: [DefectRule]] = [:]
        var names: [[UInt8]: String] = [:]
        var failure: TrustStoreError?
    }

    /// How a signer is named, in bytes alone: names take long to compare by their parts.
    private enum SignerQuestion: Hashable {
        case issuer([UInt8], serialNumber: [UInt8])
        case key([UInt8])

        init(_ identifier: SignerInfo.Identifier) {
            self =
                switch identifier {
                case .issuerAndSerialNumber(let issuer, let number): .issuer(issuer.encoded, serialNumber: number)
                case .subjectKeyIdentifier(let identifier): .key(identifier)
                }
        }
    }

    private enum DefectQuestion: Hashable {
        case signer(serialNumber: [UInt8])
        case document(number: String)
        case others

        /// A number is asked for once, and says who was here.
        var isKept: Bool {
            if case .document = self { return false }
            return true
        }
    }

    private struct SealSignerQuestion: Hashable {
        let country: String
        let serialNumber: [UInt8]?
    }

    private struct AnchorQuestion: Hashable {
        let keyIdentifier: [UInt8]?
        let issuer: [UInt8]
    }

    /// The most answers of a kind that are kept; there are a few hundred states with a few keys each.
    private static let limit = 4096

    /// - Parameter time: the moment documents are judged at; later revocation lists are not offered.
    init(_ store: TrustStore, at time: Timestamp) throws(TrustStoreError) {
        path = store.path
        self.time = time
        let connection = try store.readingConnection()
        do throws(SQLiteFailure) {
            // Reading goes on in this transaction, so what others change is not seen.
            try connection.execute("BEGIN")
            generation = TrustGeneration(try connection.generation())
            // What every judgement may rest on is looked at once, whoever then asks which lists it was.
            let kinds = try connection.rows("SELECT DISTINCT kind FROM source") { $0.text(0) }
            guard kinds.allSatisfy({ $0.flatMap(TrustDelivery.Kind.init) != nil }) else { throw .undecodable }
        } catch {
            throw TrustStoreError(error, path: store.path)
        }
        reading = Reading(connection)
        otherAnchors = CSCAAnchors()
    }

    private init(_ other: StoredTrustMaterial, besides anchors: CSCAAnchors) {
        path = other.path
        time = other.time
        generation = other.generation
        reading = other.reading
        otherAnchors = CSCAAnchors(other.otherAnchors.certificates + anchors.certificates)
    }

    public func choosing(by anchors: CSCAAnchors) -> any TrustMaterial {
        anchors.certificates.isEmpty ? self : StoredTrustMaterial(self, besides: anchors)
    }

    public var failure: TrustStoreError? { answers.withLock(\.failure) }

    public func anchors(for certificate: Certificate) -> CSCAAnchors {
        let question = AnchorQuestion(
            keyIdentifier: certificate.authorityKeyIdentifier, issuer: certificate.issuer.encoded)
        return answer(\.anchors, question) { (connection) throws(SQLiteFailure) in
            let found = try connection.anchors(
                keyIdentifier: question.keyIdentifier, subject: lookupKey(of: certificate.issuer))
            return CSCAAnchors(found)
        } ?? CSCAAnchors()
    }

    public func anchors(ofCountry country: String) -> CSCAAnchors {
        answer(\.anchorsOfStates, country) { (connection) throws(SQLiteFailure) in
            let found = try connection.rows(
                "SELECT der, sha256 FROM certificate WHERE country = ? AND trust IS NOT NULL ORDER BY id",
                .text(country)
            ) { $0.object(0, sha256: 1) }
            return CSCAAnchors(try Self.certificates(found))
        } ?? CSCAAnchors()
    }

    public func documentSigners(for signer: SignerInfo.Identifier) -> [Certificate] {
        answer(\.signers, SignerQuestion(signer)) { (connection) throws(SQLiteFailure) in
            let candidates = SignerCandidates(connection, besides: otherAnchors, limit: 64)
            return switch signer {
            case .issuerAndSerialNumber(let issuer, let serialNumber):
                try candidates.certificates(
                    "serial = ? AND issuer_key = ?", .blob(serialNumber), .text(lookupKey(of: issuer)))
            case .subjectKeyIdentifier(let identifier):
                try candidates.certificates("key_id = ?", .blob(identifier))
            }
        } ?? []
    }

    public func sealSigners(ofCountry country: String, serialNumber: [UInt8]?) -> [Certificate] {
        let question = SealSignerQuestion(country: country, serialNumber: serialNumber)
        return answer(\.sealSigners, question) { (connection) throws(SQLiteFailure) in
            guard let serialNumber else {
                // Their purpose makes them neither authorities nor document signers.
                return try SignerCandidates(connection, besides: otherAnchors, limit: 512).certificates(
                    "country = ? AND kind = 'other'", .text(country))
            }
            return try SignerCandidates(connection, besides: otherAnchors, limit: 64).certificates(
                "serial IN (?, ?) AND country = ?", .blob(serialNumber), .blob([0] + serialNumber), .text(country))
        } ?? []
    }

    public func revocationLists(ofCountry country: String) -> [CertificateRevocationList] {
        answer(\.lists, country) { (connection) throws(SQLiteFailure) in
            try RevocationListCandidates(connection, anchors: otherAnchors, at: time).lists(ofCountry: country)
        } ?? []
    }

    /// Only rules that may be about the document are looked at: those of its number, those of its signer, and the few
    /// that name neither.
    public func defects(of document: DocumentIdentity) -> [KnownDefect] {
        var questions = document.signerSerialNumbers.map { DefectQuestion.signer(serialNumber: $0) }
        if let number = document.documentNumber { questions.append(.document(number: number)) }
        questions.append(.others)
        let rules = questions.flatMap { question in
            answer(\.rules, question, isKept: question.isKept) { (connection) throws(SQLiteFailure) in
                let defects = StoredDefects(connection: connection)
                return switch question {
                case .signer(let number): try defects.rules(signerSerialNumber: number)
                case .document(let number): try defects.rules(documentNumber: number)
                case .others: try defects.otherRules()
                }
            } ?? []
        }
        let digests = SignerDigests(of: document)
        return KnownDefect.once(rules.flatMap { $0.defects(of: document, digests) })
    }

    /// - Parameter encoded: nil for those that are not what their hash says.
    static func certificates(_ encoded: [[UInt8]?]) throws(SQLiteFailure) -> [Certificate] {
        try encoded.map { (der) throws(SQLiteFailure) in
            guard let certificate = der.flatMap({ try? Certificate(encoded: $0) }) else { throw .undecodable }
            return certificate
        }
    }

    /// The key under which a name is found, which is computed once for each way to write it.
    private func lookupKey(of name: DistinguishedName) -> String {
        if let known = answers.withLock({ $0.names[name.encoded] }) { return known }
        let key = name.lookupKey
        answers.withLock { answers in
            if answers.names.count >= Self.limit { answers.names.removeAll() }
            answers.names[name.encoded] = key
        }
        return key
    }

    /// Asks the store something that is not kept in memory.
    func ask<Answer: Sendable>(_ look: (SQLiteConnection) throws(SQLiteFailure) -> Answer) throws(TrustStoreError)
        -> Answer
    {
        do throws(SQLiteFailure) {
            return try reading.connection.withLock { (connection) throws(SQLiteFailure) in
                let answer = try look(connection)
                guard connection.undecodable.isEmpty else { throw .undecodable }
                return answer
            }
        } catch {
            throw TrustStoreError(error, path: path)
        }
    }

    /// Answers from memory, else from the store; nil and a remembered failure where it cannot be read.
    private func answer<Question: Hashable & Sendable, Answer: Sendable>(
        _ known: any WritableKeyPath<Answers, [Question: Answer]> & Sendable, _ question: Question,
        isKept: Bool = true, _ look: (SQLiteConnection) throws(SQLiteFailure) -> Answer
    ) -> Answer? {
        if let known = answers.withLock({ $0[keyPath: known][question] }) { return known }
        do throws(SQLiteFailure) {
            let answer = try reading.connection.withLock { (connection) throws(SQLiteFailure) in try look(connection) }
            guard isKept else { return answer }
            answers.withLock { answers in
                if answers[keyPath: known].count >= Self.limit { answers[keyPath: known].removeAll() }
                answers[keyPath: known][question] = answer
            }
            return answer
        } catch {
            let failure = TrustStoreError(error, path: path)
            answers.withLock { $0.failure = $0.failure ?? failure }
            return nil
        }
    }
}

extension TrustStore {
    /// The store as it is now, for looking things up.
    ///
    /// - Parameter time: the moment documents are judged at.
    public func material(at time: Timestamp) throws(TrustStoreError) -> StoredTrustMaterial {
        try StoredTrustMaterial(self, at: time)
    }

    /// The state of the content: a count of changes, and a name for all that led to it.
    public func generation() throws(TrustStoreError) -> TrustGeneration {
        TrustGeneration(
            try read { (connection) throws(SQLiteFailure) in try connection.generation() })
    }
}

extension TrustGeneration {
    init(_ generation: (count: Int, state: [UInt8])) {
        self.init("\(generation.count)-\(Hexadecimal.encode(generation.state.prefix(8)).lowercased())")
    }
}
