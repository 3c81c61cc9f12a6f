import CLI
import Foundation

@main
struct Main {
    static func main() {
        exit(Program.run(Program.arguments))
    }
}
