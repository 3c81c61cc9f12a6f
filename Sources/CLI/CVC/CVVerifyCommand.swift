import AccessControl
import PKI
import Standards

extension Command {
    static let cvcVerify = Command(
        "cvc", "verify",
        summary: "verify chains of card verifiable certificates as a chip does",
        discussion:
            "Each certificate is verified from a trusted authority down, in the chain of one below it or alone: "
            + "signatures, roles, names, dates and domain parameters, and the rights that all of the chain grant. Link "
            + "certificates may be expired, others not. The exit status is 0 where all that was given is valid, 1 where "
            + "a certificate is not, be it one of --trust that is not signed with its own key or a file of a folder "
            + "that cannot be read, 2 where a key that is needed is not at hand, and 3 where there is nothing to verify.",
        operands: [
            Operand(
                "FILE", "the certificates of the chains in any order, files or folders", arity: .oneOrMore)
        ],
        options: [
            .value(
                "trust", "PATH",
                "certificates of the trusted authorities, a file or a folder; may be repeated",
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
        let paths = invocation[all: "trust"]
        guard !paths.isEmpty else {
            throw UsageError(
                "missing '--trust'", hint: "name the authority's certificate.", command: invocation.command)
        }
        let today = try CVDate(option: "at", of: invocation) ?? CVDate(.now)
        let verification = try CVVerification(
            CVFiles(invocation.operands), trust: CVFiles(paths), at: today)
        if invocation[flag: "json"] {
            try Terminal.printJSON(CVVerifyView(verification, today))
        } else {
            Terminal.print(verification.text)
        }
        return verification.status
    }
}

/// The verdicts in JSON.
private struct CVVerifyView: Encodable {
    let date: String?
    let chains: [Chain]
    let trusted: [Authority]
    let unreadable: [Unreadable]

    struct Chain: Encodable {
        let file: String
        let holderReference: String
        let valid: Bool
        let fault: ReasonView?
        let trustPoint: String?
        let certificates: [String]
        let role: String?
        let rights: [String]
        let unverified: [String]
    }

    struct Authority: Encodable {
        let file: String
        let holderReference: String
        let fault: ReasonView?
    }

    struct Unreadable: Encodable {
        let file: String
        let fault: String
    }

    init(_ verification: CVVerification, _ today: CVDate?) {
        date = today.map { "\($0)" }
        chains = verification.verdicts.map { verdict in
            let authorization = verdict.chain?.authorization
            return Chain(
                file: verdict.end.path, holderReference: "\(verdict.end.certificate.holderReference)",
                valid: verdict.chain?.unverifiedHolders.isEmpty == true,
                fault: verdict.fault.map { ReasonView($0.reason) },
                trustPoint: verdict.chain.map { "\($0.trustPoint)" },
                certificates: verdict.chain?.certificates.map { "\($0.holderReference)" } ?? [],
                role: authorization.map { "\($0.role)" }, rights: authorization?.rights ?? [],
                unverified: verdict.chain?.unverifiedHolders.map { "\($0)" } ?? [])
        }
        trusted = verification.authorities.map {
            Authority(
                file: $0.item.path, holderReference: "\($0.item.certificate.holderReference)",
                fault: $0.fault.map { ReasonView($0.reason) })
        }
        unreadable = verification.broken.map { Unreadable(file: $0.path, fault: $0.message) }
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
