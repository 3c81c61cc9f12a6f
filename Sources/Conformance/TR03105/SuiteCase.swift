package import Standards
import Trust

/// A change of something, made where its time has come.
typealias Change<Value> = @Sendable (inout Value) throws -> Void

/// One case of the catalogue: a document, and what an inspection system has to say of it.
package struct SuiteCase: Sendable {
    /// As the catalogue numbers it, such as `LDS_H_20`.
    package let id: String
    /// What the case is about, in few words of our own.
    package let subject: String
    package let expectation: Expectation
    /// The document without what the case is about; every inspection system has to accept it.
    let sound: SuiteDocument
    /// What the case is about; nil where the document is to be accepted.
    let fault: Change<SuiteDocument>?

    /// The unit of the catalogue, such as `LDS_H`.
    package var unit: String { String(id.dropLast(3)) }

    /// The document of the case.
    var document: SuiteDocument {
        get throws {
            var document = sound
            try fault?(&document)
            return document
        }
    }
}

/// What is expected of a case: by the catalogue, and under each policy.
package struct Expectation: Hashable, Sendable {
    /// What the catalogue asks an inspection system to say.
    package enum Answer: String, Hashable, Sendable {
        case successful = "MRTD inspection procedure successful"
        case failed = "MRTD inspection procedure failed"
    }

    /// Where the answer comes from.
    package enum Origin: Hashable, Sendable {
        /// It is that of the catalogue.
        case catalogue
        /// It was derived from a clause, since the catalogue's answer is not at hand.
        case derived(SpecReference)
        /// As well, and the case is a reading of ours of what the catalogue means.
        case ownReading(SpecReference, String)
    }

    package let answer: Answer
    package let origin: Origin
    let strict: Outcome
    let operational: Outcome
    let archive: Outcome
    /// Why a policy answers otherwise than the catalogue; nil where none does.
    package let difference: String?
    /// Checks that cannot but fail with the one the case is about.
    let alongside: Set<CheckID>

    /// How the inspection is to end under a policy.
    func outcome(under policy: TrustPolicy.Name) -> Outcome {
        switch policy {
        case .strict: strict
        case .operational: operational
        case .archive: archive
        }
    }
}

extension Expectation {
    /// How one inspection is to end.
    enum Outcome: Hashable, Sendable {
        /// Accepted, and no check failed.
        case accepted
        /// Accepted, and a remark of this code names what was met.
        case noted(String)
        /// Accepted, though this check did not succeed, for this reason: it does not decide under the policy.
        case shown(CheckID, String)
        /// Neither accepted nor rejected: this check is open, for this reason.
        case undecided(CheckID, String)
        /// Rejected: this check failed, for this reason, and no other but those that cannot but fail with it.
        case rejected(CheckID, String)
    }
}

extension SuiteCase {
    /// A document that is to be accepted under every policy.
    static func passes(
        _ id: String, _ subject: String, _ origin: Expectation.Origin = .catalogue,
        _ build: Change<SuiteDocument> = { _ in }
    ) -> SuiteCase {
        var document = SuiteDocument()
        try? build(&document)
        return SuiteCase(
            id: id, subject: subject,
            expectation: Expectation(
                answer: .successful, origin: origin, strict: .accepted, operational: .accepted, archive: .accepted,
                difference: nil, alongside: []),
            sound: document, fault: nil)
    }

    /// A document that is to be refused for the reason of this code at this check.
    ///
    /// - Parameters:
    ///   - otherwise: What the policies beside `strict` make of it; nil where all refuse it.
    ///   - sound: Builds the document without the fault.
    static func fails(
        _ id: String, _ subject: String, at check: CheckID, _ code: String, _ otherwise: Leniency? = nil,
        origin: Expectation.Origin = .catalogue, alongside: Set<CheckID> = [],
        sound build: Change<SuiteDocument> = { _ in }, fault: @escaping Change<SuiteDocument>
    ) -> SuiteCase {
        var document = SuiteDocument()
        try? build(&document)
        let refused = Expectation.Outcome.rejected(check, code)
        return SuiteCase(
            id: id, subject: subject,
            expectation: Expectation(
                answer: .failed, origin: origin, strict: refused,
                operational: otherwise?.operational(check, code) ?? refused,
                archive: otherwise?.archive(check, code) ?? refused, difference: otherwise?.reason,
                alongside: alongside),
            sound: document, fault: fault)
    }
}

extension SuiteCase {
    /// A chip with which the procedure cannot be carried out as it should: no policy accepts the document, and none calls
    /// it false for that, since what could not be read or proven is no sign of a forgery.
    static func stops(
        _ id: String, _ subject: String, at check: CheckID, _ code: String, origin: Expectation.Origin,
        sound build: Change<SuiteDocument> = { _ in }, fault: @escaping Change<SuiteDocument>
    ) -> SuiteCase {
        var document = SuiteDocument()
        try? build(&document)
        let open = Expectation.Outcome.undecided(check, code)
        return SuiteCase(
            id: id, subject: subject,
            expectation: Expectation(
                answer: .failed, origin: origin, strict: open, operational: open, archive: open,
                difference: "a procedure that is broken off leaves a document undecided, which is no acceptance",
                alongside: []),
            sound: document, fault: fault)
    }
}

extension Expectation {
    /// Whether `strict` ends as the catalogue asks: it accepts, or it does not.
    package var strictAgrees: Bool {
        switch strict {
        case .accepted, .noted, .shown: answer == .successful
        case .undecided, .rejected: answer == .failed
        }
    }
}

/// What the policies `operational` and `archive` make of a document that `strict` refuses, and why.
struct Leniency: Sendable {
    let operational: @Sendable (CheckID, String) -> Expectation.Outcome
    let archive: @Sendable (CheckID, String) -> Expectation.Outcome
    let reason: String

    /// Both take it and name it.
    static func noted(_ code: String, _ reason: String) -> Leniency {
        Leniency(operational: { _, _ in .noted(code) }, archive: { _, _ in .noted(code) }, reason: reason)
    }

    /// Both leave it open, at the same check.
    static func open(_ reason: String) -> Leniency {
        Leniency(operational: { .undecided($0, $1) }, archive: { .undecided($0, $1) }, reason: reason)
    }

    /// Both leave it open, at another check.
    static func open(at check: CheckID, _ code: String, _ reason: String) -> Leniency {
        Leniency(
            operational: { _, _ in .undecided(check, code) }, archive: { _, _ in .undecided(check, code) },
            reason: reason)
    }

    /// Both show it and do not let it decide.
    static func shown(_ reason: String) -> Leniency {
        Leniency(operational: { .shown($0, $1) }, archive: { .shown($0, $1) }, reason: reason)
    }

    /// Each by itself.
    static func each(
        operational: Expectation.Outcome, archive: Expectation.Outcome, _ reason: String
    ) -> Leniency {
        Leniency(operational: { _, _ in operational }, archive: { _, _ in archive }, reason: reason)
    }
}

extension Expectation.Origin: CustomStringConvertible {
    package var description: String {
        switch self {
        case .catalogue: "the catalogue"
        case .derived(let clause): "derived from \(clause)"
        case .ownReading(let clause, let how): "derived from \(clause); \(how)"
        }
    }
}
