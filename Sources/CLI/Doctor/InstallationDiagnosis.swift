import Cryptography
import Foundation
import TerminalKeys
import Vision

/// What is installed beside the reader, and where this user's files lie.
enum InstallationDiagnosis {
    static var cryptography: Diagnosis {
        let missing = CryptographicLibrary.missingAlgorithms
        guard missing.isEmpty else {
            return Diagnosis(
                "cryptography", .failed, "\(CryptographicLibrary.version) lacks \(missing.joined(separator: ", "))",
                hint:
                    "its settings (openssl.cnf, a FIPS mode) may switch them off; 'openssl list -providers' shows more")
        }
        return Diagnosis("cryptography", .ok, "\(CryptographicLibrary.version) with every algorithm")
    }

    /// The library that terminal keys on tokens are reached through.
    static var tokens: Diagnosis {
        Diagnosis("tokens", .ok, "\(TokenLibrary.name) for terminal keys on tokens")
    }

    /// The library that terminal keys in a control centre are reached through.
    static var remoteSigners: Diagnosis {
        guard let library = CurlLibrary.shared else {
            return Diagnosis(
                "remoteSigners", .warning, "libcurl is not installed: --terminal-url cannot be used",
                hint: "Debian: apt-get install libcurl4")
        }
        return Diagnosis("remoteSigners", .ok, "\(library.version) for terminal keys behind a web service")
    }

    /// Hands the worker a picture of no bytes: it refuses that, in words, where it works.
    static var pictures: Diagnosis {
        var worker = VisionWorker(timeout: .seconds(10))
        do throws(VisionError) {
            _ = try worker.request(.describe, [])
        } catch .refused {
            return Diagnosis("pictures", .ok, "emrtd-vision answers")
        } catch .builtWithoutPictures {
            return Diagnosis(
                "pictures", .warning, "\(VisionError.builtWithoutPictures)",
                hint: "portraits are kept but not shown; build with the trait Vision to see them")
        } catch {
            return Diagnosis(
                "pictures", .warning, "\(error)",
                hint: "portraits are kept but not shown; install emrtd-vision beside emrtd, or name it in EMRTD_VISION")
        }
        return Diagnosis("pictures", .ok, "emrtd-vision answers")
    }

    /// The folder for what a broken-off read got.
    static var evidenceFolder: Diagnosis {
        let path = folder(variable: "XDG_STATE_HOME", below: ".local/state")
        var place = URL(filePath: path)
        while !FileManager.default.fileExists(atPath: place.path(percentEncoded: false)), place.path() != "/" {
            place.deleteLastPathComponent()
        }
        guard access(place.path(percentEncoded: false), W_OK) == 0 else {
            return Diagnosis(
                "evidenceFolder", .failed, "\(path) cannot be written",
                hint: "broken-off reads are kept there: change its permissions, or set XDG_STATE_HOME")
        }
        return Diagnosis("evidenceFolder", .ok, path)
    }

    static var terminal: Diagnosis {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(Terminal.environment).first { !$0.isEmpty } ?? "no locale"
        let name = locale.lowercased().replacing("-", with: "")
        guard name.contains("utf8") else {
            return Diagnosis(
                "terminal", .warning, "\(locale) is not UTF-8: names with diacritics may look wrong",
                hint: "export LC_ALL=C.UTF-8")
        }
        let columns = Terminal.isInteractive ? ", \(Terminal.width) columns" : ", output to a file or a pipe"
        return Diagnosis("terminal", .ok, locale + columns)
    }

    private static func folder(variable: String, below home: String) -> String {
        if let named = Terminal.environment(variable), named.hasPrefix("/") { return named + "/emrtd" }
        return (Terminal.environment("HOME") ?? "/root") + "/\(home)/emrtd"
    }
}
