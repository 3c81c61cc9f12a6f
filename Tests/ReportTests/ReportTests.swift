import Report
import Testing

@Suite
struct ReportTests {}
