import Inspection
import Testing

@Suite
struct InspectionTests {}
