extension VectorRegistry {
    static let mrz: [any ConformanceVector.Type] = [
        CheckDigitVector.self, CountryVector.self, DocumentCodeVector.self, KeyInformationVector.self, NameVector.self,
        SpecimenVector.self, LatinLetterVector.self, CyrillicLetterVector.self, ArabicLetterVector.self,
        ArabicNameVector.self,
    ]
}
