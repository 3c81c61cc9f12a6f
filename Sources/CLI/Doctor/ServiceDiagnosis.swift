import CardTransport
import Foundation
import PCSCTransport

/// The service, its socket, the readers and their driver.
enum ServiceDiagnosis {
    static func all() -> [Diagnosis] {
        let path = PCSCService.socketPath
        do {
            let context = try PCSCContext()
            let names = try context.readers().map(\.name)
            return [
                Diagnosis("service", .ok, "the PC/SC service answers"),
                Diagnosis("socket", .ok, "this user may use \(path)"),
                readers(names), driver(names),
            ]
        } catch {
            return [
                Diagnosis("service", .failed, "\(error)", hint: error.hint), socket(path),
                Diagnosis("readers", .failed, "not known without the service"), driver([]),
            ]
        }
    }

    private static func socket(_ path: String) -> Diagnosis {
        if PCSCService.isForbidden {
            return Diagnosis(
                "socket", .failed, "this user may not use \(path)",
                hint: "look at it with 'ls -l'; the service makes it open to everybody")
        }
        let named = Terminal.environment("PCSCLITE_CSOCK_NAME") != nil
        guard PCSCService.hasSocket else {
            return Diagnosis(
                "socket", .failed, "there is no \(path)",
                hint: named ? "PCSCLITE_CSOCK_NAME names this path: unset it to use the system's service" : nil)
        }
        return Diagnosis("socket", .warning, "\(path) is there, but nobody answers behind it")
    }

    private static func readers(_ names: [String]) -> Diagnosis {
        guard !names.isEmpty else {
            let error = TransportError.noReader(named: nil)
            return Diagnosis(
                "readers", .warning, "\(error)",
                hint: "plug in a contactless reader; 'lsusb' shows whether the machine sees it")
        }
        return Diagnosis("readers", .ok, names.joined(separator: "; "))
    }

    /// The driver of nearly every USB reader; a virtual reader has its own.
    private static func driver(_ names: [String]) -> Diagnosis {
        let folder = "/usr/lib/pcsc/drivers"
        if FileManager.default.fileExists(atPath: "\(folder)/ifd-ccid.bundle") {
            return Diagnosis("driver", .ok, "the driver of USB readers is installed in \(folder)")
        }
        return Diagnosis(
            "driver", .warning, "the driver of USB readers is not installed in \(folder)",
            hint: "Debian: apt-get install libccid; readers of another kind bring their own driver")
    }
}
