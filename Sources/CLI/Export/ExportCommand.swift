import ByteCoding
import Evidence
import Foundation
import LDS
import Vision

extension Command {
    static let export = Command(
        "export",
        summary: "take the portrait, all images or the certificates out of a document",
        discussion: "From evidence, from a folder of dumps, or from one file of a chip. Images are decoded by "
            + "emrtd-vision, under limits: one that cannot be decoded is named and the others are written all the same. "
            + "Files are for your eyes alone (mode 0600), and those of the same name are replaced.",
        operands: [Operand("PATH", "a folder of evidence or dumps, or one file such as DG2.bin")],
        options: [
            .value("portrait", "FILE", "write the first face image; - is standard output"),
            .value("images", "DIR", "write every image of DG2 to DG5, DG7, DG11 and DG12 into this folder"),
            .value("certificates", "DIR", "write the certificates of SOD and CardSecurity into this folder"),
            .value(
                "as", "FORM", "the form of images; by default that of the portrait's name, else the original",
                choices: PictureForm.allCases.map(\.rawValue)),
            .flag("json", "print what was written as JSON"),
        ],
        examples: [
            Example("emrtd export evidence/ --portrait face.png", "the face as a PNG, whatever the chip stores")
        ]
    ) { invocation in
        guard invocation["portrait"] != nil || invocation["images"] != nil || invocation["certificates"] != nil else {
            throw UsageError(
                "there is nothing to take out", hint: "name --portrait, --images or --certificates.",
                command: invocation.command)
        }
        guard invocation["portrait"] != "-" || !invocation[flag: "json"] else {
            throw UsageError(
                "'--portrait -' and '--json' both want standard output", command: invocation.command)
        }
        var export = DocumentExport(try DocumentFiles(path: invocation.operands[0]))
        let form = invocation["as"].flatMap(PictureForm.init(rawValue:))
        if let path = invocation["portrait"] { try export.writePortrait(path, form) }
        if let path = invocation["images"] { try export.writeImages(path, form ?? .original) }
        if let path = invocation["certificates"] { try export.writeCertificates(path) }
        return try export.finish(asJSON: invocation[flag: "json"], isQuiet: invocation["portrait"] == "-")
    }
}

/// One run of the command: what is written, and what could not be.
private struct DocumentExport: ~Copyable {
    private let files: [(file: ElementaryFile, bytes: [UInt8])]
    private let pictures: [StoredPicture]
    private var faults: [StoredPicture.Fault]
    private var written: [Written] = []
    private var worker = VisionWorker()

    struct Written: Encodable {
        let source: String
        let path: String
        let byteCount: Int
    }

    init(_ document: DocumentFiles) {
        files = document.files
        (pictures, faults) = StoredPicture.all(in: document.files)
    }

    mutating func writePortrait(_ path: String, _ form: PictureForm?) throws {
        guard let face = pictures.first(where: \.isFace) else {
            faults.append(.init(source: "DG2", message: "there is no face image"))
            return
        }
        let url = URL(filePath: path)
        let chosen = form ?? PictureForm(pathExtension: url.pathExtension)
        guard let picture = converted(face, chosen) else { return }
        if path == "-" {
            Terminal.write(picture.bytes)
            written.append(Written(source: face.name, path: path, byteCount: picture.bytes.count))
        } else {
            try write(picture.bytes, to: url, source: face.name)
        }
    }

    mutating func writeImages(_ path: String, _ form: PictureForm) throws {
        let folder = try makeFolder(path)
        for picture in pictures {
            guard let image = converted(picture, form) else { continue }
            try write(image.bytes, to: folder.appending(path: "\(picture.name).\(image.end)"), source: picture.name)
        }
        if pictures.isEmpty, faults.isEmpty { faults.append(.init(source: "images", message: "there are no images")) }
    }

    mutating func writeCertificates(_ path: String) throws {
        let folder = try makeFolder(path)
        var count = 0
        for (file, bytes) in files where file == .sod || file == .cardSecurity {
            let stored: StoredCertificates
            do throws(DecodingFailure) { stored = try StoredCertificates(file, bytes) } catch {
                faults.append(.init(source: file.name, message: "\(file) cannot be decoded: \(error)"))
                continue
            }
            for (index, certificate) in stored.certificates.enumerated() {
                let name = "\(file.name)-\(index + 1)"
                try write(certificate, to: folder.appending(path: "\(name).cer"), source: name)
                count += 1
            }
        }
        if count == 0 { faults.append(.init(source: "certificates", message: "there are no certificates")) }
    }

    func finish(asJSON: Bool, isQuiet: Bool) throws -> ExitStatus {
        if asJSON {
            struct Result: Encodable {
                let written: [Written]
                let failed: [StoredPicture.Fault]
            }
            try Terminal.printJSON(Result(written: written, failed: faults))
        } else if !isQuiet {
            for file in written { Terminal.print(file.path) }
        }
        for fault in faults { Terminal.note("\(fault.source): \(fault.message)") }
        if faults.isEmpty { return .success }
        return written.isEmpty ? .failed : .undecided
    }

    /// The picture in the form that is wanted; a fault of this picture alone where it cannot be had.
    private mutating func converted(_ picture: StoredPicture, _ form: PictureForm) -> (bytes: [UInt8], end: String)? {
        do throws(VisionError) {
            let (bytes, end) = try form.convert(picture, &worker)
            return (bytes, end)
        } catch {
            faults.append(.init(source: picture.name, message: "\(error)"))
            return nil
        }
    }

    private mutating func write(_ bytes: [UInt8], to url: URL, source: String) throws {
        try EvidenceAccess.run { () throws(EvidenceError) in try PrivateFile.write(bytes, to: url) }
        written.append(Written(source: source, path: url.path(percentEncoded: false), byteCount: bytes.count))
    }

    private func makeFolder(_ path: String) throws -> URL {
        let url = EvidenceAccess.url(path)
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw CommandError("'\(path)' cannot be made a folder: \(error.localizedDescription)") }
        return url
    }
}
