public import MRZ
public import Seals

extension PassiveAuthentication {
    /// Judges a visible digital seal, with the same material, policy and time as documents.
    ///
    /// A seal of bytes names its signer, whose certificate is looked up; a seal in JSON brings it along.
    ///
    /// - Parameter printed: The machine readable zone of the document; what is sealed is compared with it.
    ///
    /// Spec: ICAO Doc 9303-13 (8th ed.) §2 and §3; Doc 9303-12 §7.1; BSI TR-03135-1 §5.7.7.
    public func evaluateSeal(_ seal: VisibleDigitalSeal, printed: MachineReadableZone? = nil) -> SealResult {
        var evaluation = SealEvaluation(self, seal, printed)
        return evaluation.run()
    }
}
