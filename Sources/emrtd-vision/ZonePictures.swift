#if Vision
    import BiometricImages
    import Capture
    import MRZ
    import Vision

    /// The pictures that show what was read.
    enum ZonePictures {
        /// The widest cut; a zone that is larger in the picture comes out smaller.
        private static let widest = 2000.0

        /// The zone with a margin, turned upright, as a PNG in the picture's colours; empty where it cannot be made.
        static func crop(of zone: CapturedZone, _ page: CapturePage, _ colours: ColourPlanes?) -> [UInt8] {
            let corners = zone.quadrilateral
            guard corners.count == 4 else { return [] }
            let (top, side) = (length(corners[0], corners[1]), length(corners[0], corners[3]))
            let margin = max(zone.pitch * 1.5, 4)
            let scale = max(1, (top + 2 * margin) / widest)
            let (width, height) = ((top + 2 * margin) / scale, (side + 2 * margin) / scale)
            guard top > 1, width.isFinite, height.isFinite, height < widest else { return [] }
            let centre = PicturePoint(
                x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
            let transform = PlaneTransform(
                partWidth: Int(width), partHeight: Int(height), centre: centre,
                direction: ((corners[1].x - corners[0].x) / top, (corners[1].y - corners[0].y) / top), scale: scale)
            if let image = colours?.part(width: Int(width), height: Int(height), transform)?.image {
                return (try? ImageEncoder.png(image)) ?? []
            }
            guard let part = page.picture.part(width: Int(width), height: Int(height), transform),
                let image = PixelImage(width: part.width, height: part.height, channelCount: 1, pixels: part.pixels)
            else { return [] }
            return (try? ImageEncoder.png(image)) ?? []
        }

        /// The colours of marks, in red, green and blue.
        private enum Ink {
            static let sure: (UInt8, UInt8, UInt8) = (0, 140, 60)
            static let doubtful: (UInt8, UInt8, UInt8) = (235, 130, 0)
            static let wrongCheckDigit: (UInt8, UInt8, UInt8) = (210, 0, 30)
            static let overruled: (UInt8, UInt8, UInt8) = (0, 70, 210)
        }

        /// The upright picture in its colours, with an outline around each zone and a box around each character that is
        /// worth a look.
        ///
        /// Green is a zone that is certain, orange one that is not and a doubtful character, blue a character in the place
        /// of another that the picture alone would have given, red a check digit that is wrong. Without colour a zone that
        /// is not certain is told by a second outline, a wrong check digit by a thick box.
        static func annotation(
            of zones: some Sequence<(CapturedZone, CaptureAnswer.Zone)>, _ page: CapturePage, _ colours: ColourPlanes?,
            _ form: CaptureRequest.PictureForm
        ) -> [UInt8] {
            var picture =
                colours?.image.flatMap { ColourPicture(width: $0.width, height: $0.height, pixels: $0.pixels) }
                ?? ColourPicture(page.picture)
            let thickness = max(max(picture.width, picture.height) / 800, 1)
            for (zone, answer) in zones where zone.quadrilateral.count == 4 {
                let grid = CharacterGrid(zone)
                let colour = answer.isCertain ? Ink.sure : Ink.doubtful
                picture.drawOutline(grid.outline(margin: 0.8), colour: colour, thickness: thickness)
                if !answer.isCertain {
                    picture.drawOutline(grid.outline(margin: 1.6), colour: colour, thickness: thickness)
                }
                let thin = max(thickness / 2, 1)
                for character in answer.characters
                where character.isDoubtful || character.printed != character.character {
                    picture.drawOutline(
                        grid.box(line: character.line, position: character.position),
                        colour: character.printed == character.character ? Ink.doubtful : Ink.overruled,
                        thickness: thin)
                }
                // Outside of the others, so that a digit that is doubtful as well shows both.
                for digit in answer.zone.checkDigits where !digit.isCorrect {
                    picture.drawOutline(
                        grid.box(line: digit.line, position: digit.position, margin: 0.15),
                        colour: Ink.wrongCheckDigit, thickness: 2 * thickness)
                }
            }
            guard
                let image = PixelImage(
                    width: picture.width, height: picture.height, channelCount: 3, pixels: picture.pixels)
            else { return [] }
            return (try? form == .png ? ImageEncoder.png(image) : ImageEncoder.jpeg(image)) ?? []
        }

        static func length(_ first: PicturePoint, _ second: PicturePoint) -> Double {
            let (x, y) = (second.x - first.x, second.y - first.y)
            return (x * x + y * y).squareRoot()
        }
    }

    /// Where the characters of a zone stand, as its corners tell.
    private struct CharacterGrid {
        private let corners: [PicturePoint]
        private let format: (lines: Int, length: Int)
        private let pitch: Double
        /// The zone's height along its sides.
        private let side: Double
        private let top: Double

        init(_ zone: CapturedZone) {
            corners = zone.quadrilateral
            format = (zone.zone.format.lineCount, zone.zone.format.lineLength)
            pitch = zone.pitch
            side = max(ZonePictures.length(corners[0], corners[3]), 1)
            top = max(ZonePictures.length(corners[0], corners[1]), 1)
        }

        /// The zone's outline, farther out by a margin in characters.
        func outline(margin: Double) -> [PicturePoint] {
            let (across, down) = (margin * pitch / top, margin * pitch / side)
            return [(-across, -down), (1 + across, -down), (1 + across, 1 + down), (-across, 1 + down)].map(place)
        }

        /// A box around one character, both counted from 1; larger on each side by a margin in characters.
        func box(line: Int, position: Int, margin: Double = 0) -> [PicturePoint] {
            // The corners lie six tenths of a letter's height beyond the middle of the first and last line, and letters
            // are about as high as they stand apart.
            let edge = min(0.6 * pitch / side, 0.5)
            let middle = format.lines < 2 ? 0.5 : edge + (1 - 2 * edge) * Double(line - 1) / Double(format.lines - 1)
            let half = (0.75 + margin) * pitch / side
            let (left, right) = (
                (Double(position - 1) - margin) / Double(format.length),
                (Double(position) + margin) / Double(format.length)
            )
            return [(left, middle - half), (right, middle - half), (right, middle + half), (left, middle + half)]
                .map(place)
        }

        /// A place in the picture from one in the zone, where all four corners lie between 0 and 1.
        private func place(_ across: Double, _ down: Double) -> PicturePoint {
            func between(_ first: PicturePoint, _ second: PicturePoint, _ share: Double) -> PicturePoint {
                PicturePoint(
                    x: first.x + (second.x - first.x) * share, y: first.y + (second.y - first.y) * share)
            }
            return between(
                between(corners[0], corners[1], across), between(corners[3], corners[2], across), down)
        }
    }
#endif
