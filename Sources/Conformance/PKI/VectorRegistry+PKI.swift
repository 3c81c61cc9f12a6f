extension VectorRegistry {
    static let pki: [any ConformanceVector.Type] = [
        CertificateVector.self, RevocationListVector.self, SignedDataVector.self,
    ]
}
