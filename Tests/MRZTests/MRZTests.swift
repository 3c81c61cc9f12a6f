import MRZ
import Testing

@Suite
struct MRZTests {}
