extension VectorRegistry {
    static let lds: [any ConformanceVector.Type] = [
        COMVector.self, CardAttributesVector.self, DirectoryVector.self, CardSecurityVector.self,
        AuthorityReferencesVector.self, SecurityObjectVector.self, SODVector.self, SecurityInfosVector.self,
        DG1Vector.self, DG2Vector.self, FaceVector.self, FaceBlocksVector.self, DG11Vector.self, DG12Vector.self,
        DG15Vector.self,
        DG16Vector.self, RawDataGroupVector.self, DG3Vector.self, DG4Vector.self, DisplayedPicturesVector.self,
        RecordVector.self, AdditionalBiometricsVector.self,
    ]
}
