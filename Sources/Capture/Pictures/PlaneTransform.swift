/// A place in a picture, in pixels from the upper left corner; the middle of the first pixel is (0, 0).
public struct PicturePoint: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Turns, scales and shifts places of one plane into places of another.
package struct PlaneTransform: Hashable, Sendable {
    /// Two rows of three numbers: x and y of the result from x, y and one.
    package let matrix: [Double]

    private init(matrix: [Double]) { self.matrix = matrix }

    /// Leads from a part whose middle lies at `centre` of the picture, turned by `direction` (cosine and sine), one
    /// pixel of the part being `scale` pixels of the picture.
    package init(
        partWidth: Int, partHeight: Int, centre: PicturePoint, direction: (cosine: Double, sine: Double), scale: Double
    ) {
        let (cosine, sine) = (direction.cosine * scale, direction.sine * scale)
        let (halfWidth, halfHeight) = (Double(partWidth - 1) / 2, Double(partHeight - 1) / 2)
        matrix = [
            cosine, -sine, centre.x - cosine * halfWidth + sine * halfHeight,
            sine, cosine, centre.y - sine * halfWidth - cosine * halfHeight,
        ]
    }

    package func callAsFunction(_ point: PicturePoint) -> PicturePoint {
        PicturePoint(
            x: matrix[0] * point.x + matrix[1] * point.y + matrix[2],
            y: matrix[3] * point.x + matrix[4] * point.y + matrix[5])
    }

    /// The same transform into a picture that is `factor` times as large; pixels' middles stay where they are.
    package func scaled(by factor: Double) -> PlaneTransform {
        let shift = (factor - 1) / 2
        return PlaneTransform(matrix: [
            matrix[0] * factor, matrix[1] * factor, matrix[2] * factor + shift,
            matrix[3] * factor, matrix[4] * factor, matrix[5] * factor + shift,
        ])
    }
}
