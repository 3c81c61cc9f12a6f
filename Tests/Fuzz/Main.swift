import Foundation

/// The libFuzzer driver, from the runtime that has no `main` of its own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target this process runs, chosen by the environment before the driver starts.
private let chosen = ProcessInfo.processInfo.environment["FUZZ_TARGET"].flatMap { FuzzTarget.all[$0] }

@main
struct Main {
    static func main() {
        guard chosen != nil else {
            print(FuzzTarget.all.keys.sorted().joined(separator: "\n"))
            exit(64)
        }
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { data, size in
                chosen?(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            })
    }
}
