import ByteCoding
import LDS

extension ProfileReader {
    /// Fingers, eyes and displayed pictures.
    func pictures(_ root: ProfileNode, _ profile: inout DocumentProfile) throws(IssuingError) {
        if let node = root["biometricEncoding"] {
            profile.biometricEncoding = try node.choice(
                Dictionary(uniqueKeysWithValues: BiometricEncoding.allCases.map { ($0.rawValue, $0) }))
        }
        for node in try root["fingerprints"]?.elements() ?? [] {
            profile.fingerprints.append(try fingerprint(node))
        }
        for node in try root["irises"]?.elements() ?? [] {
            let sample = try sample(node, kind: "eye", ["right": IrisPicture.Eye.right, "left": .left])
            guard sample.picture.format != .wsq, sample.picture.format != .png else {
                throw node.malformed("the picture of an eye is JPEG or JPEG 2000")
            }
            profile.irises.append(IrisPicture(sample.picture, of: sample.part, quality: sample.quality))
        }
        if let node = root["displayedPortrait"] { profile.displayedPortrait = try file(node.string(), node) }
        if let node = root["signatureImage"] { profile.signatureImage = try file(node.string(), node) }
    }

    func fingerprint(_ node: ProfileNode) throws(IssuingError) -> Fingerprint {
        let sample = try sample(node, kind: "finger", Self.fingers)
        return Fingerprint(sample.picture, of: sample.part, quality: sample.quality)
    }

    private func sample<Part>(
        _ node: ProfileNode, kind: String, _ parts: [String: Part]
    ) throws(IssuingError) -> (picture: EncodedPicture, part: Part, quality: UInt8) {
        try node.allow("picture", kind, "quality")
        let place = try node.required("picture")
        let path = try place.string()
        guard let picture = EncodedPicture(try file(path, place)) else {
            throw .invalidField(path: place.name, problem: "\(path) is neither WSQ, JPEG, JPEG 2000 nor PNG")
        }
        return (
            picture, try node.required(kind).choice(parts),
            UInt8(clamping: try node["quality"]?.integer(0...100) ?? 80)
        )
    }

    private static let fingers: [String: Fingerprint.Finger] = [
        "rightThumb": .rightThumb, "rightIndex": .rightIndex, "rightMiddle": .rightMiddle, "rightRing": .rightRing,
        "rightLittle": .rightLittle, "leftThumb": .leftThumb, "leftIndex": .leftIndex, "leftMiddle": .leftMiddle,
        "leftRing": .leftRing, "leftLittle": .leftLittle,
    ]
}
