import Glibc

/// Angles and lengths of what was found.
enum Angle {
    /// The direction from the first corner to the second, in degrees clockwise from left to right.
    static func degrees(from corners: [PicturePoint]) -> Double {
        guard corners.count >= 2 else { return 0 }
        let degrees = atan2(corners[1].y - corners[0].y, corners[1].x - corners[0].x) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// How many pixels of the picture one pixel of the part is long.
    static func length(_ transform: PlaneTransform) -> Double {
        (transform.matrix[0] * transform.matrix[0] + transform.matrix[3] * transform.matrix[3]).squareRoot()
    }
}
