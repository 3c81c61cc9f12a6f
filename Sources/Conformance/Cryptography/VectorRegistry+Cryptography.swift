extension VectorRegistry {
    static let cryptography: [any ConformanceVector.Type] = [
        CBCVector.self, RetailMACVector.self, CMACVector.self, HashVector.self, PaddingVector.self,
        KeyDerivationVector.self, DomainParametersVector.self, PointProductVector.self, PointVector.self,
        ExplicitParametersVector.self, ECDHVector.self, DHVector.self, DHKeyVector.self, RSAVector.self,
        SignatureVector.self, IntegratedMappingVector.self, ECDSAKeyVector.self,
    ]
}
