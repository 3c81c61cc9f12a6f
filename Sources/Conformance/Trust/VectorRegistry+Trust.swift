extension VectorRegistry {
    static let trust: [any ConformanceVector.Type] = [
        SpecimenDocumentVector.self, ForeignDocumentVector.self, SealChainVector.self,
    ]
}
