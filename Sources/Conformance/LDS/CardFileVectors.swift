package import ByteCoding
package import LDS
import PKI
import Standards

/// EF.ATR/INFO.
package struct CardAttributesVector: DecodingVector {
    package static let places = ["lds/attributes/"]

    package let id: String
    package let file: HexBytes
    package let capabilities: HexBytes?
    package let chaining: Bool?
    package let extendedLength: Bool?
    package let shortIdentifier: Bool?
    package let command: Int?
    package let response: Int?
    package let serviceData: HexBytes?
    /// Tag and value of each other data object.
    package let otherFields: [String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> CardAttributes { try CardAttributes(encoded: file.bytes) }

    package func compareFields(of attributes: CardAttributes) throws {
        try compare("capabilities", attributes.capabilities, with: capabilities?.bytes)
        try compare("chaining", attributes.supportsCommandChaining, with: chaining)
        try compare("extendedLength", attributes.supportsExtendedLength, with: extendedLength)
        try compare("shortIdentifier", attributes.selectsByShortIdentifier, with: shortIdentifier)
        try compare("command", attributes.bufferSizes?.command, with: command)
        try compare("response", attributes.bufferSizes?.response, with: response)
        try compare("serviceData", attributes.serviceData.map { [$0] }, with: serviceData?.bytes)
        try compare("otherFields", attributes.otherFields.map(\.vectorText), with: otherFields ?? [])
        try compare(notes: attributes.notes, with: notes)
    }
}

/// EF.DIR.
package struct DirectoryVector: DecodingVector {
    package static let places = ["lds/directory/"]

    package let id: String
    package let file: HexBytes
    package let applications: [HexBytes]?
    /// The label of each application that has one.
    package let labels: [String]?
    /// Tag and value of each further data object of the templates.
    package let otherFields: [String]?
    package let listsLDS1: Bool?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> ApplicationDirectory {
        try ApplicationDirectory(encoded: file.bytes)
    }

    package func compareFields(of directory: ApplicationDirectory) throws {
        let found = directory.applicationIdentifiers
        try compare("applications", found, with: applications?.map(\.bytes))
        try compare("labels", directory.applications.compactMap(\.label), with: labels ?? [])
        let others = directory.applications.flatMap(\.otherFields).map(\.vectorText)
        try compare("otherFields", others, with: otherFields ?? [])
        try compare("listsLDS1", directory.listsLDS1, with: listsLDS1)
        try compare(notes: directory.notes, with: notes)
    }
}

/// EF.CardSecurity.
package struct CardSecurityVector: DecodingVector {
    package static let places = ["lds/card-security/"]

    package let id: String
    package let file: HexBytes
    package let contentType: String?
    package let certificates: Int?
    package let infos: Int?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> CardSecurity { try CardSecurity(encoded: file.bytes) }

    package func compareFields(of security: CardSecurity) throws {
        try compare("contentType", security.signedData.eContentType.description, with: contentType)
        try compare("certificates", security.signedData.certificates.count, with: certificates)
        try compare("infos", security.securityInfos.infos.count, with: infos)
        try compare(notes: security.notes, with: notes)
    }
}

/// EF.CVCA.
package struct AuthorityReferencesVector: DecodingVector {
    package static let places = ["lds/cvca/"]

    package let id: String
    package let file: HexBytes
    package let references: [String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> AuthorityReferences {
        try AuthorityReferences(encoded: file.bytes)
    }

    package func compareFields(of file: AuthorityReferences) throws {
        try compare("references", file.references, with: references)
        try compare(notes: file.notes, with: notes)
    }
}

extension StoredField {
    /// Tag and value, as the vectors write them.
    fileprivate var vectorText: String { Hexadecimal.number(tag) + Hexadecimal.encode(value) }
}
