import Issuing

/// The face of every document of the suite.
enum SuiteFace {
    static let features = Portrait.Features(gender: 2, eyeColour: 3, hairColour: 4, expression: 1)

    /// EF.DG2 with one JPEG.
    static func dg2() throws -> [UInt8] { FileEncoder.dg2(records: [[try portrait()]]) }

    static func portrait(_ image: [UInt8] = Specimen.portrait) throws -> Portrait {
        try Portrait(image: image, features: features)
    }
}
