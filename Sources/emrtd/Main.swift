import CLI
import Foundation

@main
struct Main {
    static func main() {
        exit(Program.run(Array(CommandLine.arguments.dropFirst())))
    }
}
