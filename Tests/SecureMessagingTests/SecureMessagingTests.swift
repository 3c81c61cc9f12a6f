import SecureMessaging
import Testing

@Suite
struct SecureMessagingTests {}
