import LDS
import Standards

/// A biometric group, and what is the same in each.
struct BiometricCases {
    private static let named = "the issuer signed the picture and its headers as they are: what is wrong is named"

    let group: DataGroup
    let clause: SpecReference
    /// The file as it should be.
    let make: @Sendable () throws -> [UInt8]

    var check: CheckID { CheckID(rawValue: "files.\(group.name)") }

    /// A case whose file departs from its form.
    func form(
        _ id: String, _ subject: String, _ code: String, origin: Expectation.Origin? = nil,
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SuiteCase {
        .fails(
            id, subject, at: check, code, .noted(code, Self.named), origin: origin ?? .derived(clause), sound: whole
        ) { document in
            document.groups = { [group, make] in $0[group] = change(try make()) }
        }
    }

    /// A case whose file cannot be read as what it is.
    func unreadable(
        _ id: String, _ subject: String, _ code: String, origin: Expectation.Origin? = nil,
        _ otherwise: Leniency? = nil, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SuiteCase {
        .fails(
            id, subject, at: check, code, otherwise, origin: origin ?? .derived(clause), sound: whole
        ) { document in
            document.groups = { [group, make] in $0[group] = change(try make()) }
        }
    }

    /// Puts the file as it should be into a document.
    private var whole: Change<SuiteDocument> {
        { [group, make] document in document.groups = { $0[group] = try make() } }
    }
}
