import AccessControl
import Testing

@Suite
struct AccessControlTests {}
