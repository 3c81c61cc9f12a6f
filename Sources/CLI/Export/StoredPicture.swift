import ByteCoding
import LDS

/// A picture of a document and where it was stored.
struct StoredPicture {
    /// The name of the file it goes to, without its end: `DG2-1`.
    let name: String
    let bytes: ArraySlice<UInt8>
    /// Whether it is the face of DG2, of which the first is the portrait.
    let isFace: Bool

    /// The format, by the first bytes.
    var format: ImageFormat? { ImageFormat.detect(bytes) }

    /// Every picture of the files that can be decoded, and what was wrong with the others.
    static func all(in files: [(file: ElementaryFile, bytes: [UInt8])]) -> (pictures: [StoredPicture], faults: [Fault])
    {
        var pictures: [StoredPicture] = []
        var faults: [Fault] = []
        for (file, bytes) in files {
            guard let group = file.dataGroup, [.dg2, .dg3, .dg4, .dg5, .dg7, .dg11, .dg12].contains(group) else {
                continue
            }
            do throws(DecodingFailure) {
                pictures += try DecodedFile(file, encoded: bytes).pictures(of: file)
            } catch {
                faults.append(Fault(source: file.name, message: "\(file) cannot be decoded: \(error)"))
            }
        }
        return (pictures, faults)
    }

    /// Something that could not be taken out.
    struct Fault: Encodable {
        let source: String
        let message: String
    }
}

extension DecodedFile {
    fileprivate func pictures(of file: ElementaryFile) -> [StoredPicture] {
        func numbered(_ pictures: [ArraySlice<UInt8>], isFace: Bool = false) -> [StoredPicture] {
            pictures.enumerated().map {
                StoredPicture(name: "\(file.name)-\($0.offset + 1)", bytes: $0.element, isFace: isFace)
            }
        }
        func named(_ name: String, _ bytes: [UInt8]?) -> [StoredPicture] {
            guard let bytes, !bytes.isEmpty else { return [] }
            let start = ImageFormat.find(in: bytes[...])?.offset ?? 0
            return [StoredPicture(name: "\(file.name)-\(name)", bytes: bytes[start...], isFace: false)]
        }
        switch self {
        case .dg2(let group): return numbered(group.images.map(\.picture), isFace: true)
        case .dg3(let group): return numbered(group.images.map(\.picture))
        case .dg4(let group): return numbered(group.images.map(\.picture))
        case .displayedPictures(let group): return numbered(group.pictures.map(\.picture))
        case .dg11(let group): return named("citizenship", group.proofOfCitizenship)
        case .dg12(let group): return named("front", group.frontImage) + named("rear", group.rearImage)
        default: return []
        }
    }
}
