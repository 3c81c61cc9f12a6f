package import Foundation

/// One file of published or own figures: where they come from, and the cases.
package struct VectorFile<Vector: Decodable & Sendable>: Decodable, Sendable {
    /// The version of the format, 1.
    package let format: Int
    /// Edition, clause and page.
    package let source: String
    package let vectors: [Vector]

    /// Reads a whole file.
    package init(json: Data) throws(ConformanceError) {
        do {
            let header = try JSONDecoder().decode(VectorFileHeader.self, from: json)
            guard header.format == 1 else { throw ConformanceError.unknownFormat(header.format) }
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch let error as DecodingError {
            throw .malformed(error.place)
        } catch let error as ConformanceError {
            throw error
        } catch {
            throw .malformed("\(error)")
        }
    }
}

/// What tells a file of vectors from any other JSON.
private struct VectorFileHeader: Decodable {
    let format: Int
}

extension DecodingError {
    /// Where in the file and what is wrong there, in one line.
    var place: String {
        let context =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context
            case .keyNotFound(let key, let context):
                Context(codingPath: context.codingPath + [key], debugDescription: "is missing")
            @unknown default: Context(codingPath: [], debugDescription: "\(self)")
            }
        let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        let place = path.hasPrefix(".") ? String(path.dropFirst()) : path
        return place.isEmpty ? context.debugDescription : "\(place): \(context.debugDescription)"
    }
}
