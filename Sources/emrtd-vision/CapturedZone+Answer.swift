#if Vision
    import Capture
    import Vision

    extension CaptureAnswer.Zone {
        /// A captured zone, its places led to the original picture.
        ///
        /// - Parameter page: nil where the picture is the original.
        init(_ zone: CapturedZone, _ page: CapturePage? = nil, crop: [UInt8] = []) {
            let scale = page.map { Double($0.width) / Double($0.picture.width) } ?? 1
            self.init(
                zone: zone.zone, characters: zone.characters.map(Character.init), confidence: zone.confidence,
                isCertain: zone.isCertain,
                quadrilateral: zone.quadrilateral.map { page?.place($0) ?? CaptureAnswer.Zone.Point(x: $0.x, y: $0.y) },
                rotation: zone.rotation, pitch: zone.pitch * scale, doubts: zone.doubts,
                marked: zone.marked.map { .init(line: $0.line, position: $0.position) }, crop: crop)
        }
    }

    extension CaptureAnswer.Zone.Character {
        fileprivate init(_ character: CapturedCharacter) {
            self.init(
                line: character.line, position: character.position, character: character.character,
                printed: character.printed, confidence: character.confidence,
                reason: character.reason.map(CaptureAnswer.Zone.Reason.init),
                alternatives: character.alternatives.map { .init(character: $0.character, chance: $0.chance) })
        }
    }

    extension CaptureAnswer.Zone.Reason {
        fileprivate init(_ reason: CapturedCharacter.Reason) {
            switch reason {
            case .checkDigit: self = .checkDigit
            case .alphabet: self = .alphabet
            case .code: self = .code
            }
        }
    }
#endif
