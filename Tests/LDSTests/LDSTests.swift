import LDS
import Testing

@Suite
struct LDSTests {}
