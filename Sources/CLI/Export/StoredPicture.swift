import ByteCoding
import LDS
import Vision

/// A picture of a document and where it was stored.
struct StoredPicture {
    /// The name of the file it goes to, without its end: `DG2-1`, `DG3-2-leftIndex`.
    let name: String
    let bytes: ArraySlice<UInt8>
    let kind: Kind
    /// The samples, where that is all the document stores of the picture.
    let samples: PictureSamples?
    /// The end of the name of a picture that is of no format with a signature.
    private let otherExtension: String

    /// What the picture shows. The first face is the portrait, the first signature the holder's.
    enum Kind { case face, finger, iris, signature, other }

    /// The format, by the first bytes; nil for samples, whatever they begin with.
    var format: ImageFormat? { samples == nil ? ImageFormat.detect(bytes) : nil }
    /// The form that a viewer opens, where none was asked for.
    var usualForm: PictureForm { samples == nil ? .original : .png }
    /// The end of the file's name for the picture as it is stored.
    var fileExtension: String { format?.fileExtension ?? otherExtension }

    init(name: String, bytes: ArraySlice<UInt8>, kind: Kind) {
        self.init(name: name, bytes: bytes, kind: kind, samples: nil, otherExtension: "bin")
    }

    private init(
        name: String, bytes: ArraySlice<UInt8>, kind: Kind, samples: PictureSamples?, otherExtension: String
    ) {
        self.name = name
        self.bytes = bytes
        self.kind = kind
        self.samples = samples
        self.otherExtension = otherExtension
    }

    /// A picture that may be stored as samples: as a file they have the header of a portable map.
    init(name: String, bytes: ArraySlice<UInt8>, pixels: RawPixels?, kind: Kind) {
        guard let samples = pixels?.samples else {
            self.init(name: name, bytes: bytes, kind: kind)
            return
        }
        let isGrey = samples.channelCount == 1
        let header = "\(isGrey ? "P5" : "P6")\n\(samples.width) \(samples.height)\n255\n"
        self.init(
            name: name, bytes: (Array(header.utf8) + samples.bytes)[...], kind: kind, samples: samples,
            otherExtension: isGrey ? "pgm" : "ppm")
    }

    /// Every picture of the files that can be decoded, and what was wrong with the others.
    static func all(in files: [(file: ElementaryFile, bytes: [UInt8])]) -> (pictures: [StoredPicture], faults: [Fault])
    {
        var pictures: [StoredPicture] = []
        var faults: [Fault] = []
        for (file, bytes) in files {
            let group = file.dataGroup
            guard group.map(groups.contains) ?? (file.application == .additionalBiometrics) else { continue }
            do throws(DecodingFailure) {
                pictures += try DecodedFile(file, encoded: bytes).pictures(of: file)
            } catch {
                faults.append(Fault(source: file.name, message: "\(file) cannot be decoded: \(error)"))
            }
        }
        return (pictures, faults)
    }

    private static let groups: Set<DataGroup> = [.dg2, .dg3, .dg4, .dg5, .dg7, .dg11, .dg12]

    /// Something that could not be taken out.
    struct Fault: Encodable {
        let source: String
        var message: String
    }
}

extension DecodedFile {
    fileprivate func pictures(of file: ElementaryFile) -> [StoredPicture] {
        switch self {
        case .dg2(let group): return faces(group.images, of: file)
        case .dg3(let group): return fingers(group.images, of: file)
        case .dg4(let group): return irises(group.images, of: file)
        case .displayedPictures(let group):
            return group.pictures.enumerated().map {
                StoredPicture(
                    name: "\(file.name)-\($0.offset + 1)", bytes: $0.element.picture,
                    kind: group.group == .dg7 ? .signature : .other)
            }
        case .dg11(let group): return named("citizenship", group.proofOfCitizenship, of: file)
        case .dg12(let group):
            return named("front", group.frontImage, of: file) + named("rear", group.rearImage, of: file)
        case .biometrics(let biometrics):
            switch biometrics.content {
            case .faces(let images): return faces(images, of: file)
            case .fingers(let images): return fingers(images, of: file)
            case .irises(let images): return irises(images, of: file)
            case .unrecognized: return []
            }
        default: return []
        }
    }

    private func faces(_ images: [FaceImage], of file: ElementaryFile) -> [StoredPicture] {
        // The portrait is that of DG2, not one that a state added later.
        let kind: StoredPicture.Kind = file.dataGroup == .dg2 ? .face : .other
        return images.enumerated().map {
            StoredPicture(name: "\(file.name)-\($0.offset + 1)", bytes: $0.element.picture, kind: kind)
        }
    }

    private func fingers(_ images: [FingerImage], of file: ElementaryFile) -> [StoredPicture] {
        images.enumerated().map { index, image in
            let position = image.information.position.map { "-\($0)" } ?? ""
            return StoredPicture(
                name: "\(file.name)-\(index + 1)\(position)", bytes: image.picture, pixels: image.rawPixels,
                kind: .finger)
        }
    }

    private func irises(_ images: [IrisImage], of file: ElementaryFile) -> [StoredPicture] {
        images.enumerated().map { index, image in
            let eye = image.information.eye.map { "-\($0)" } ?? ""
            return StoredPicture(
                name: "\(file.name)-\(index + 1)\(eye)", bytes: image.picture, pixels: image.rawPixels, kind: .iris)
        }
    }

    private func named(_ name: String, _ bytes: [UInt8]?, of file: ElementaryFile) -> [StoredPicture] {
        guard let bytes, !bytes.isEmpty else { return [] }
        let start = ImageFormat.find(in: bytes[...])?.offset ?? 0
        return [StoredPicture(name: "\(file.name)-\(name)", bytes: bytes[start...], kind: .other)]
    }
}
