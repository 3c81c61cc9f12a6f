import Foundation

/// Kernel modules that take a contactless reader away from its driver.
package enum KernelModuleDiagnosis {
    /// The modules that are loaded now.
    static var ofThisMachine: Diagnosis {
        diagnose(modules: (try? String(contentsOfFile: "/proc/modules", encoding: .utf8)) ?? "")
    }

    /// Judges the text of `/proc/modules`.
    package static func diagnose(modules text: String) -> Diagnosis {
        let loaded = Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        // In the order in which they can be removed: each uses those after it.
        let found = ["pn533_usb", "pn533", "nfc"].filter(loaded.contains)
        guard !found.isEmpty else {
            return Diagnosis("kernelModules", .ok, "no kernel module takes readers away")
        }
        let names = found.joined(separator: ", ")
        return Diagnosis(
            "kernelModules", .warning, "\(names): loaded, and may take a reader with an NXP PN53x away from pcscd",
            hint: "'modprobe -r \(found.joined(separator: " "))', and for good: lines 'blacklist \(found[0])' … in "
                + "/etc/modprobe.d/nfc-blacklist.conf")
    }
}
