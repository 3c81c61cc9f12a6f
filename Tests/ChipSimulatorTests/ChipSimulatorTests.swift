import ChipSimulator
import Testing

@Suite
struct ChipSimulatorTests {}
