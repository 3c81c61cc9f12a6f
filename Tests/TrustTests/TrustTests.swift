import Testing
import Trust

@Suite
struct TrustTests {}
