import PKI
import Testing

@Suite
struct PKITests {}
