import Evidence
import Testing

@Suite
struct EvidenceTests {}
