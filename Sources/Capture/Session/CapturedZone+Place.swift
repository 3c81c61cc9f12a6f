extension CapturedZone {
    /// A zone whose place is known.
    ///
    /// - Parameter places: Those of letters with a mark, through all lines.
    package init(
        _ decoded: DecodedZone, quadrilateral: [PicturePoint], rotation: Double, pitch: Double,
        marked places: [Int] = []
    ) {
        self.decoded = decoded
        self.quadrilateral = quadrilateral
        self.rotation = rotation
        self.pitch = pitch
        marked = places.filter(decoded.characters.indices.contains).map { decoded.characters[$0] }
    }
}
