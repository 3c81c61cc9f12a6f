import ByteCoding
import Foundation
import Vision

/// In which form pictures are written.
enum PictureForm: String, CaseIterable {
    case png, jpeg, original

    /// The form that the end of a file's name asks for; nil for an end of which the picture is not.
    init?(pathExtension: String, of picture: StoredPicture) {
        switch pathExtension.lowercased() {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "", "bin", picture.fileExtension: self = .original
        default: return nil
        }
    }

    /// The picture in this form, and how such files end.
    ///
    /// A picture that is of the form already is handed out as it is stored, without the worker.
    func convert(_ picture: StoredPicture, _ worker: inout VisionWorker) throws(VisionError) -> (
        bytes: [UInt8], fileExtension: String
    ) {
        if let samples = picture.samples, self != .original {
            let png = try worker.png(of: samples).data
            return self == .png ? (png, "png") : (try worker.request(.jpeg, png).data, "jpg")
        }
        let format = picture.format
        switch (self, format) {
        case (.original, _), (.png, .png?), (.jpeg, .jpeg?):
            return (Array(picture.bytes), picture.fileExtension)
        case (.png, _): return (try worker.request(.png, Array(picture.bytes)).data, "png")
        case (.jpeg, _): return (try worker.request(.jpeg, Array(picture.bytes)).data, "jpg")
        }
    }
}
