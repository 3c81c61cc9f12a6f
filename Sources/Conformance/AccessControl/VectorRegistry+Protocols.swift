extension VectorRegistry {
    static let secureMessaging: [any ConformanceVector.Type] = [
        SecureMessagingVector.self, SessionFragmentVector.self,
    ]
    static let accessControl: [any ConformanceVector.Type] = [
        BACVector.self, PACEVector.self, ActiveAuthenticationVector.self, RecoveredMessageVector.self,
    ]
}
