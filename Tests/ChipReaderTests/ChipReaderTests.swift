import ChipReader
import Testing

@Suite
struct ChipReaderTests {}
