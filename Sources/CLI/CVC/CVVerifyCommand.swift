import AccessControl
import PKI
import Standards

extension Command {
    static let cvcVerify = Command(
        "cvc", "verify",
        summary: "verify chains of card verifiable certificates as a chip does",
        discussion:
            "Each certificate that no other one is under is verified from a trusted authority down: signatures, "
            + "roles, dates and domain parameters, and the rights that all of the chain grant. Link certificates may be "
            + "expired, others not. The exit status is 0 where every chain is valid, 1 where one is not, 2 where a key "
            + "that is needed is not at hand.",
        operands: [Operand("FILE", "the certificates of the chains, in any order", arity: .oneOrMore)],
        options: [
            .value(
                "trust", "PATH", "certificates of the trusted authorities, a file or a folder; may be repeated",
                isRepeatable: true),
            .value("at", "DATE", "the day to judge by, such as 2026-01-31 (default today)"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example(
                "emrtd cvc verify --trust cv/cvca.cvcert cv/dv.cvcert cv/terminal.cvcert",
                "what a terminal may read, or which certificate breaks which rule")
        ]
    ) { invocation in
        let trusted = try CVObject.certificates(at: invocation[all: "trust"])
        guard !trusted.isEmpty else {
            throw UsageError(
                "missing '--trust'", hint: "name the authority's certificate.", command: invocation.command)
        }
        let today = try CVDate(option: "at", of: invocation) ?? CVDate(.now)
        let given = try CVObject.certificates(at: invocation.operands)
        let verdicts = CVChainVerdict.all(given, trusted: trusted, at: today)
        if invocation[flag: "json"] {
            try Terminal.printJSON(CVVerifyView(verdicts, today))
        } else {
            Terminal.print(verdicts.map(\.text).joined(separator: "\n\n"))
        }
        if verdicts.contains(where: { $0.fault != nil }) { return .rejected }
        return verdicts.contains { $0.chain?.unverifiedHolders.isEmpty == false } ? .undecided : .success
    }
}

/// What came of one chain.
struct CVChainVerdict {
    let end: CVCertificate
    let chain: CVCertificateChain?
    let fault: CVCertificateFault?

    /// A verdict for every certificate that none of the others is under.
    static func all(_ given: [CVCertificate], trusted: [CVCertificate], at today: CVDate?) -> [CVChainVerdict] {
        let trustPoints = trusted.map(\.holderReference)
        // Nobody may bring along another key for an authority that is trusted.
        let others = given.filter { !trustPoints.contains($0.holderReference) || trusted.contains($0) }
        let issuers = Set(others.filter { !$0.isSelfIssued }.map(\.authorityReference))
        let ends = given.filter { !issuers.contains($0.holderReference) && !trusted.contains($0) }
        return (ends.isEmpty ? Array(given.prefix(1)) : ends).map { end in
            do throws(CVCertificateFault) {
                let chain = try CVCertificateChain(
                    to: end, from: trustPoints, certificates: trusted + others, at: today)
                return CVChainVerdict(end: end, chain: chain, fault: nil)
            } catch { return CVChainVerdict(end: end, chain: nil, fault: error) }
        }
    }

    var text: String {
        guard let chain else {
            return "\(end.holderReference): not valid\n  \(fault.map { "\($0)" } ?? "")"
        }
        let authorization = chain.authorization
        let state = chain.unverifiedHolders.isEmpty ? "valid" : "not decided"
        var rows = [("chain", "\(chain)"), ("role", authorization.role.words)]
        if !authorization.rightsWords.isEmpty {
            rows.append(("rights", authorization.rightsWords.joined(separator: ", ")))
        }
        rows += chain.unverifiedHolders.map { ("not verified", "\($0), since the key of its authority is not at hand") }
        return "\(end.holderReference): \(state)\n" + TextLayout.table(rows.map { ($0.0, $0.1) }, width: Terminal.width)
    }
}

/// The verdicts in JSON.
private struct CVVerifyView: Encodable {
    let date: String?
    let chains: [Chain]

    struct Chain: Encodable {
        let holderReference: String
        let valid: Bool
        let fault: ReasonView?
        let trustPoint: String?
        let certificates: [String]
        let role: String?
        let rights: [String]
        let unverified: [String]
    }

    init(_ verdicts: [CVChainVerdict], _ today: CVDate?) {
        date = today.map { "\($0)" }
        chains = verdicts.map { verdict in
            let authorization = verdict.chain?.authorization
            return Chain(
                holderReference: "\(verdict.end.holderReference)",
                valid: verdict.chain?.unverifiedHolders.isEmpty == true,
                fault: verdict.fault.map { ReasonView($0.reason) },
                trustPoint: verdict.chain.map { "\($0.trustPoint)" },
                certificates: verdict.chain?.certificates.map { "\($0.holderReference)" } ?? [],
                role: authorization.map { "\($0.role)" }, rights: authorization?.rights ?? [],
                unverified: verdict.chain?.unverifiedHolders.map { "\($0)" } ?? [])
        }
    }
}

extension CVDate {
    /// The day that an option gives; nil where it is not given.
    init?(option name: String, of invocation: Invocation) throws(UsageError) {
        guard let text = invocation[name] else { return nil }
        guard let moment = Timestamp(iso8601: text), let date = CVDate(moment) else {
            throw UsageError(
                "'--\(name) \(text)' is no day of this century", hint: "write it as 2026-01-31.",
                command: invocation.command)
        }
        self = date
    }
}
