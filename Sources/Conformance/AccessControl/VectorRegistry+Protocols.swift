extension VectorRegistry {
    static let secureMessaging: [any ConformanceVector.Type] = [
        SecureMessagingVector.self, SessionFragmentVector.self,
    ]
    static let accessControl: [any ConformanceVector.Type] = [
        BACVector.self, PACEVector.self, ChipAuthenticationVector.self, TerminalAuthenticationVector.self,
        ActiveAuthenticationVector.self, RecoveredMessageVector.self,
    ]
}
