extension VectorRegistry {
    static let seals: [any ConformanceVector.Type] = [
        C40Vector.self, ConstrainedSealVector.self, NonConstrainedSealVector.self,
    ]
}
