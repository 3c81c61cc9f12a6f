import ByteCoding
import Foundation
import PKI

/// A card verifiable certificate or a request for one, from a file of any form that people keep them in.
enum CVObject {
    case certificate(CVCertificate)
    case request(CVCertificateRequest)

    /// The longest file.
    private static let byteLimit = 1 << 20

    /// Everything in a file: binary, hexadecimal, Base64 or PEM; one object after another.
    static func read(_ path: String) throws -> [CVObject] {
        let file = try InputText.bytes(path, limit: byteLimit)
        do throws(DecodingFailure) { return try objects(in: file) } catch {
            throw CommandError(
                "'\(path)' is no card verifiable certificate and no request: \(error)",
                hint: "it begins with the tag 7F21 or 67, in binary, hexadecimal, Base64 or PEM")
        }
    }

    /// The certificates of a file, and nothing else may be in it.
    static func certificates(_ path: String) throws -> [CVCertificate] {
        try read(path).map { object in
            guard case .certificate(let certificate) = object else {
                throw CommandError("'\(path)' holds a request, and certificates are wanted")
            }
            return certificate
        }
    }

    /// The certificates of files, and of the files of folders in the order of their names; what is broken is named.
    static func certificates(at paths: [String]) throws -> [CVCertificate] {
        let files = try CVFiles(paths)
        for file in files.broken { Terminal.note("passed over: \(file.message)") }
        return files.items.map(\.certificate)
    }

    private static func objects(in file: [UInt8]) throws(DecodingFailure) -> [CVObject] {
        let binary = try binary(file)
        var reader = ByteReader(binary)
        let objects = try reader.dataObjects(limit: 1000)
        guard !objects.isEmpty else { throw DecodingFailure(.missing("certificate"), at: 0) }
        var decoded: [CVObject] = []
        for object in objects { decoded.append(try CVObject(object)) }
        return decoded
    }

    private init(_ object: DataObject) throws(DecodingFailure) {
        // A request does not say what its holder may do; a certificate does.
        let isRequest = object.tag == CVTag.authenticatedRequest || !Self.grants(object)
        self =
            isRequest
            ? .request(try CVCertificateRequest(encoded: object.encoded))
            : .certificate(try CVCertificate(encoded: object.encoded))
    }

    private static func grants(_ object: DataObject) -> Bool {
        guard object.tag == CVTag.certificate, let body = try? object.children(limit: 8).first,
            let fields = try? body.children(limit: 64)
        else { return true }
        return fields.contains { $0.tag == CVTag.authorization || $0.tag == CVTag.expirationDate }
    }

    /// The bytes of a file, out of text where it is text.
    private static func binary(_ file: [UInt8]) throws(DecodingFailure) -> [UInt8] {
        if let first = file.first, first == 0x7F || first == 0x67 { return file }
        let text = String(decoding: file, as: UTF8.self)
        if text.contains("-----BEGIN ") {
            var blocks: [UInt8] = []
            for label in ["CV CERTIFICATE", "CV CERTIFICATE REQUEST", "CERTIFICATE", "CERTIFICATE REQUEST"] {
                blocks += try CertificateFile.blocks(in: file, label: label).flatMap { $0 }
            }
            return blocks
        }
        if let bytes = Hexadecimal.decode(text), !bytes.isEmpty { return bytes }
        let base64 = Data(base64Encoded: text.filter { !$0.isWhitespace }).map { Array($0) }
        guard let bytes = base64, !bytes.isEmpty else { throw DecodingFailure(.missing("certificate"), at: 0) }
        return bytes
    }
}
