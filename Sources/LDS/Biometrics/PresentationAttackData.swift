/// What was found out about an attack on the capture, such as a mask or a silicone finger.
///
/// Spec: ISO/IEC 39794-1 (`PADDataBlock`).
public struct PresentationAttackData: Hashable, Sendable {
    public var decision: Decision?
    /// The scores, each by one mechanism.
    public var scores: [BiometricQuality] = []
    public var captureContext: CaptureContext?
    public var supervision: Supervision?
    /// 0 to 100.
    public var riskLevel: Int?
    public var criteria: Criteria?
    public var parameter: [UInt8]?
    public var challenges: [[UInt8]] = []
    /// Further data by kind, as stored.
    public var extendedData: [FingerInformation.VendorData] = []
    public var capturedAt: RecordedDate?

    public enum Decision: Int, Hashable, Sendable { case noAttack, attack, failureToAssess }

    public enum CaptureContext: Int, Hashable, Sendable { case enrolment, verification, identification }

    public enum Supervision: Int, Hashable, Sendable { case unknown, controlled, assisted, observed, unattended }

    public enum Criteria: Int, Hashable, Sendable { case unknown, individual, common }
}
