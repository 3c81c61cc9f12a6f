import CLI
import Testing

@Suite
struct CLITests {}
