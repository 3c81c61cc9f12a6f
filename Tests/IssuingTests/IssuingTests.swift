import Issuing
import Testing

@Suite
struct IssuingTests {}
