import PCSCTransport
import Testing

@Suite
struct PCSCTransportTests {}
