import ByteCoding
import LDS
import PKI
import Standards

/// What a known defect is, with what its parameters say.
enum DefectKind: Hashable {
    // Certificates and keys
    case certificateOrKey, signerSignature
    case signerEncoding(CertificateField)
    case issuerEncoding(CertificateField)
    case signerRevoked(status: Int)
    case signerReplaced(Certificate)
    case validityWrong(issuer: Bool, signer: Bool)
    case activeAuthenticationKeyKnown, chipAuthenticationKeyKnown
    // Files
    case dataStructure
    case filesMalformed([DefectiveFile])
    case dataGroupHash([DefectiveFile])
    case sodSignature, sodDigest, sodEncoding, sodDataGroupHashes
    case comInconsistent
    case issuingCountry(String)
    case cardSecurityMalformed
    // Printed lines
    case mrzData, mrzCheckDigit
    // The chip
    case chip
    case protocolFailure
    /// Known, and of no effect on a check here.
    case noted

    /// Spec: ICAO Doc 9303-12 (8th ed.) §9 for deviations; BSI TR-03129-2 for defects.
    init(_ defect: KnownDefect) {
        let parameters = DefectParameters(defect.parameters)
        let number = parameters.numbers.first
        self =
            switch defect.type {
            case OID.deviation(1): .certificateOrKey
            case OID.deviation(1, 1): .signerSignature
            case OID.deviation(1, 2): .signerEncoding(parameters.field)
            case OID.deviation(1, 3): .issuerEncoding(parameters.field)
            case OID.deviation(1, 4), OID.defect(1, 4): .activeAuthenticationKeyKnown
            case OID.deviation(2): .dataStructure
            case OID.deviation(2, 1), OID.defect(2, 1): .filesMalformed(parameters.files)
            case OID.deviation(2, 2): .dataGroupHash(parameters.files)
            case OID.deviation(2, 3): .sodSignature
            case OID.deviation(2, 4), OID.defect(2, 3): .comInconsistent
            case OID.deviation(3), OID.deviation(3, 1): .mrzData
            case OID.deviation(3, 2): .mrzCheckDigit
            case OID.deviation(4): .chip
            case OID.defect(1, 1): .signerRevoked(status: number ?? 0)
            case OID.defect(1, 2), OID.defect(2, 4), OID.defect(4, 4):
                parameters.certificate.map { .signerReplaced($0) } ?? .noted
            case OID.defect(1, 3): .chipAuthenticationKeyKnown
            case OID.defect(1, 5): .protocolFailure
            case OID.defect(1, 6): .validityWrong(issuer: number != 1, signer: number == 1 || number == 2)
            case OID.defect(2, 2): Self.sod(number)
            case OID.defect(2, 5): parameters.text.map { .issuingCountry($0) } ?? .noted
            case OID.defect(4, 1): .cardSecurityMalformed
            default: .noted
            }
    }

    /// Whether it is in favour of the documents it is about: it opens, ignores or takes away what failed.
    ///
    /// What is of no effect on a check is none: it is shown, and excuses nothing.
    var isExcuse: Bool {
        switch self {
        case .signerReplaced, .issuingCountry: true
        default:
            DefectEffect.effects(of: self).contains { effect in
                switch effect.change {
                case .leavesFailureOpen, .ignoresForm, .takesCheckAway: true
                case .fails, .leavesOpen: false
                }
            }
        }
    }

    private static func sod(_ part: Int?) -> DefectKind {
        switch part {
        case 1: .sodSignature
        case 2: .sodDigest
        case 3: .sodEncoding
        case 4: .sodDataGroupHashes
        default: .noted
        }
    }
}

/// A file that a defect names.
enum DefectiveFile: Hashable {
    case dataGroup(DataGroup)
    case sod, com

    /// Data groups by number, 20 for EF.SOD, 21 for EF.COM.
    init?(number: Int) {
        switch number {
        case 20: self = .sod
        case 21: self = .com
        default:
            guard let group = DataGroup(rawValue: number) else { return nil }
            self = .dataGroup(group)
        }
    }
}

/// A part of a certificate that a deviation names.
enum CertificateField: Hashable {
    /// Nothing in particular.
    case any
    /// A field of the body, by its position.
    case body(Int)
    /// An extension.
    case certificateExtension(OID)

    static let issuer = CertificateField.body(4)
    static let validity = CertificateField.body(5)
}

/// What the parameters of a defect hold, whichever way its list writes them.
struct DefectParameters {
    private(set) var numbers: [Int] = []
    private(set) var field = CertificateField.any
    private(set) var certificate: Certificate?
    private(set) var text: String?

    init(_ encoded: [UInt8]?) {
        guard let encoded else { return }
        var reader = ByteReader(encoded)
        guard let object = try? reader.dataObject(), reader.isAtEnd else { return }
        add(object)
        if object.tag == 0x31 {
            for child in (try? object.children(limit: 64)) ?? [] { add(child) }
        }
    }

    private mutating func add(_ object: DataObject) {
        switch object.tag {
        case 0x02, 0x0A:
            guard let number = try? object.smallInteger("number") else { return }
            numbers.append(number)
            field = number == 0 ? .any : .body(number)
        case 0x06:
            guard let oid = try? object.objectIdentifier("extension") else { return }
            field = .certificateExtension(oid)
        case 0x0C, 0x13: text = String(decoding: object.value, as: UTF8.self)
        case 0x30: certificate = try? Certificate(object)
        default: break
        }
    }

    var files: [DefectiveFile] { numbers.compactMap(DefectiveFile.init) }
}
