import CardTransport
import Testing

@Suite
struct CardTransportTests {}
