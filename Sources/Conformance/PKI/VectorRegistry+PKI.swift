extension VectorRegistry {
    static let pki: [any ConformanceVector.Type] = [
        CertificateVector.self, CVCertificateVector.self, RevocationListVector.self, SignedDataVector.self,
    ]
}
