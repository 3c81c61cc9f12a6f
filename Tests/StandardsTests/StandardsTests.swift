import Standards
import Testing

@Suite
struct StandardsTests {}
