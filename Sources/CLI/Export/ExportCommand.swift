import ByteCoding
import Evidence
import Foundation
import LDS
import Vision

extension Command {
    static let export = Command(
        "export",
        summary: "take portrait, prints, images, certificates or records out of a document",
        discussion:
            "From evidence (a folder, or a file of one reading), from a folder of dumps, or from one file of a chip. Images are decoded by "
            + "emrtd-vision, under limits: one that cannot be decoded is named and the others are written all the same. "
            + "Pictures that are stored as samples come out as PNG, or with --as original behind the header of a portable map "
            + "(.pgm, .ppm). "
            + "Files are for your eyes alone (mode 0600), and those of the same name are replaced.",
        operands: [Operand("PATH", "a folder of evidence or dumps, or one file such as DG2.bin")],
        options: [
            .value("portrait", "FILE", "write the first face image; - is standard output"),
            .value("fingerprints", "DIR", "write every fingerprint of DG3 into this folder"),
            .value("irises", "DIR", "write every iris of DG4 into this folder"),
            .value("signature", "FILE", "write the first picture of the signature (DG7)"),
            .value("images", "DIR", "write every image of DG2 to DG5, DG7, DG11 and DG12 into this folder"),
            .value("certificates", "DIR", "write the certificates of SOD, CardSecurity and records into this folder"),
            .value(
                "records", "DIR",
                "write every travel record and visa as it is stored into this folder; 'emrtd lds show' says what is in it"
            ),
            .value(
                "as", "FORM",
                "the form of images; by default that of the file's name, else the original, and PNG for samples",
                choices: PictureForm.allCases.map(\.rawValue)),
            .flag("json", "print what was written as JSON"),
        ],
        examples: [
            Example("emrtd export evidence/ --portrait face.png", "the face as a PNG, whatever the chip stores")
        ]
    ) { invocation in
        let wanted = ["portrait", "fingerprints", "irises", "signature", "images", "certificates", "records"]
        guard wanted.contains(where: { invocation[$0] != nil }) else {
            throw UsageError(
                "there is nothing to take out",
                hint: "name --portrait, --fingerprints, --irises, --signature, --images, --certificates or --records.",
                command: invocation.command)
        }
        let printed = ["portrait", "signature"].filter { invocation[$0] == "-" }
        if let first = printed.first, printed.count > 1 || invocation[flag: "json"] {
            let other = printed.count > 1 ? "--signature -" : "--json"
            throw UsageError(
                "'--\(first) -' and '\(other)' both want standard output", command: invocation.command)
        }
        var export = DocumentExport(try DocumentFiles(path: invocation.operands[0]))
        let form = invocation["as"].flatMap(PictureForm.init(rawValue:))
        if let path = invocation["portrait"] { try export.writeFirst(.face, path, form) }
        if let path = invocation["fingerprints"] { try export.writeAll(of: .finger, path, form) }
        if let path = invocation["irises"] { try export.writeAll(of: .iris, path, form) }
        if let path = invocation["signature"] { try export.writeFirst(.signature, path, form) }
        if let path = invocation["images"] { try export.writeAll(of: nil, path, form) }
        if let path = invocation["certificates"] { try export.writeCertificates(path) }
        if let path = invocation["records"] { try export.writeRecords(path) }
        return try export.finish(asJSON: invocation[flag: "json"], isQuiet: !printed.isEmpty)
    }
}

/// One run of the command: what is written, and what could not be.
private struct DocumentExport: ~Copyable {
    private let files: [(file: ElementaryFile, bytes: [UInt8])]
    private let records: [RecordReading]
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
        records = document.records
        (pictures, faults) = StoredPicture.all(in: document.files)
    }

    /// Writes the portrait or the signature.
    mutating func writeFirst(_ kind: StoredPicture.Kind, _ path: String, _ form: PictureForm?) throws {
        guard let first = pictures.first(where: { $0.kind == kind }) else {
            faults.append(missing(kind))
            return
        }
        let url = URL(filePath: path)
        guard let chosen = form ?? PictureForm(pathExtension: url.pathExtension, of: first) else {
            throw CommandError(
                "'\(path)' would hold a picture of another form than its name says",
                hint: "end the name in .png, .jpg or .\(first.fileExtension), or choose the form by --as")
        }
        guard let picture = converted(first, chosen) else { return }
        if path == "-" {
            Terminal.write(picture.bytes)
            written.append(Written(source: first.name, path: path, byteCount: picture.bytes.count))
        } else {
            try write(picture.bytes, to: url, source: first.name)
        }
    }

    /// Writes every picture of a kind, or of all kinds.
    mutating func writeAll(of kind: StoredPicture.Kind?, _ path: String, _ form: PictureForm?) throws {
        let folder = try makeFolder(path)
        let chosen = pictures.filter { kind == nil || $0.kind == kind }
        for picture in chosen {
            guard let image = converted(picture, form ?? picture.usualForm) else { continue }
            try write(image.bytes, to: folder.appending(path: "\(picture.name).\(image.end)"), source: picture.name)
        }
        if chosen.isEmpty, faults.isEmpty { faults.append(missing(kind ?? .other)) }
    }

    /// What is said where there is no picture of a kind, and why there may be none.
    private func missing(_ kind: StoredPicture.Kind) -> StoredPicture.Fault {
        var fault = kind.missing
        if !files.contains(where: { $0.file.name == fault.source }), fault.source != "images" {
            fault.message += ": \(fault.source) was never read, or was taken out of the evidence"
        }
        return fault
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
        for record in records {
            let name = "\(record.file.rawValue)-\(record.number)"
            let stored: StoredCertificates
            do throws(DecodingFailure) { stored = try StoredCertificates(record) } catch {
                faults.append(.init(source: name, message: "the record cannot be decoded: \(error)"))
                continue
            }
            for certificate in stored.certificates {
                try write(certificate, to: folder.appending(path: "\(name).cer"), source: name)
                count += 1
            }
        }
        if count == 0 { faults.append(.init(source: "certificates", message: "there are no certificates")) }
    }

    /// Writes the records as they are stored, but for certificates.
    mutating func writeRecords(_ path: String) throws {
        let folder = try makeFolder(path)
        let chosen = records.filter { $0.file == .visaRecords || $0.file == .entryRecords || $0.file == .exitRecords }
        for record in chosen {
            let name = "\(record.file.rawValue)-\(record.number)"
            try write(record.bytes, to: folder.appending(path: "\(name).bin"), source: name)
        }
        if chosen.isEmpty { faults.append(.init(source: "records", message: "there are no records")) }
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

extension StoredPicture.Kind {
    /// What is said where there is none.
    fileprivate var missing: StoredPicture.Fault {
        switch self {
        case .face: .init(source: "DG2", message: "there is no face image")
        case .finger: .init(source: "DG3", message: "there are no fingerprints")
        case .iris: .init(source: "DG4", message: "there are no irises")
        case .signature: .init(source: "DG7", message: "there is no picture of a signature")
        case .other: .init(source: "images", message: "there are no images")
        }
    }
}
