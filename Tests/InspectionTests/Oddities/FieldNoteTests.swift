import ChipSimulator
import Foundation
import TestSupport
import Testing

/// Every field note by its number, and the profiles of misbehaving chips that stand for it.
///
/// Each profile has its row in a table: `OddityRow`, `DefectRow` or that of the forgeries.
@Suite("Field notes")
struct FieldNoteTests {
    /// Notes on chips.
    static let chips: [Int: [String]] = [
        1: ["mrz-short-number", "bac-6300"], 3: ["mrz-short-number"], 4: ["mrz-td1-long-number"],
        5: ["mrz-td1-long-number", "mrz-td2-long-number"], 7: ["bac-6982", "bac-6985", "pace-only-6985"],
        8: ["bac-63c7", "pace-63c2"], 11: ["bac-altered-proof", "bac-foreign-nonce", "bac-40-wrong-bytes"],
        12: ["pace-only", "pace-only-6985", "master-file-6985"], 13: ["length-6700"],
        14: [
            "master-file-6d00", "master-file-needs-3f00", "master-file-needs-nothing", "master-file-silent",
            "card-access-in-application", "card-access-after-selection",
        ],
        15: ["master-file-6982", "master-file-6a81", "master-file-6a86", "master-file-6a87"],
        17: ["application-6a86", "application-selected"],
        18: ["pace-do84-6a80", "pace-do84-6a87", "pace-do84-6a88", "pace-needs-do84"], 19: ["pace-assumes-curve"],
        20: ["pace-p320"], 21: ["pace-integrated-p521", "pace-both-mappings"], 22: ["pace-can-alone"],
        23: ["pace-dh-3des", "pace-chain-kept"], 24: ["pace-long-le-6982"], 25: ["pace-aes192", "pace-aes256"],
        27: [
            "pace-zero-mapping-key", "pace-zero-key", "pace-zero-secret", "pace-zero-secret-dh",
        ],
        28: ["pace-offered", "pace-removed", "pace-weakened"],
        30: ["pace-mapping-infinity", "pace-key-infinity", "pace-echo-mapping", "pace-echo-key"], 31: ["pace-slow"],
        33: ["answer-bit", "checksum-short"], 34: ["bare-9000"], 35: ["bare-errors", "bare-errors-counted"],
        36: ["exact-length", "any-length", "full-read-6700"], 38: ["sfi-6b00", "bare-errors-fatal"],
        39: ["session-lost", "counter-reset", "bare-errors-fatal"], 42: ["read-6c", "read-100"],
        43: ["read-192-6700"], 44: ["end-6282"], 46: ["silent-once"], 47: ["com-lists-missing-group", "group-absent"],
        48: ["denial-ends-session"], 49: ["card-files-6982"], 50: ["no-extended", "aa-extended-alone"],
        51: ["status-0000", "silent-once"], 53: ["no-extended"], 57: ["read-6f00"],
        59: ["dg2-codestream", "dg2-trailing-zeros", "dg2-padded-codestream"],
        60: ["dg2-record-length", "dg2-inner-length", "dg2-39794"], 61: ["dg2-7f2e"],
        63: ["dg11-packed-date", "dg11-year", "dg12-14-digits", "dg12-packed-time"],
        64: ["dg11-names-twice", "dg11-names-outside", "dg11-diacritics", "dg11-trailing-fillers"],
        66: ["dg11-empty", "dg12-empty"], 67: ["ca-unsorted"],
        69: ["mrz-empty-optional", "mrz-leading-filler", "mrz-single-name"], 73: ["sod-sha224", "sod-sha512-groups"],
        75: ["ds-without-cofactor", "ds-brainpool-p512"], 78: ["sod-legacy-type", "sod-legacy-type-nl"],
        79: ["sod-issuer-strings", "sod-ski", "ds-expired-since"], 80: ["sod-bit"],
        81: ["sod-plain-ecdsa", "ds-brainpool-p512", "sod-long-attributes"], 82: ["clone-swapped-dg15"],
        83: ["aa-truncated", "aa-rsa-2048", "aa-parts", "aa-protected-parts"], 84: ["aa-empty-extended", "aa-6c00"],
        86: ["aa-ecdsa-sha384", "aa-ecdsa-sha224", "aa-p384-sha256", "aa-der"],
        88: ["aa-p320", "aa-rsa-1024", "aa-6d00", "aa-6a88"], 89: ["ca-key-195", "ca-number-refused"],
        91: ["ca-aes256", "ca-3des"], 92: ["ca-no-kat", "ca-chained", "ca-extended-refused", "ca-6f00"],
        93: ["ca-clone-old-keys"], 94: ["ca-two-keys", "ca-numbers-refused", "cam-two-keys"], 99: ["dg2-300k"],
    ]

    /// Notes that are not on chips, and what they are on.
    static let others: [Int: String] = [
        6: "the reading of a printed zone", 10: "what a trace shows", 29: "what an app does after a failure",
        32: "how a derivation is documented", 45: "how many commands a read takes",
        54: "a reader without extended length",
        55: "a reader without extended length", 58: "a reader that resets an idle card",
        74: "a store without a master list", 96: "how long a read takes",
    ]

    @Test(arguments: chips.keys.sorted())
    func `on a chip are each a profile`(_ note: Int) throws {
        for name in try #require(Self.chips[note]) {
            #expect(FaultProfile(named: name) != nil || ForgeryProfile(named: name) != nil, "\(name)")
        }
    }

    @Test func `are on chips where a profile says that it stands for one`() {
        for profile in FaultProfile.all {
            for note in profile.fieldNotes { #expect(Self.chips[note] != nil, "\(profile.name): \(note)") }
        }
    }

    @Test(.enabled(if: Repository.hasShared)) func `have all their place in one of both tables`() throws {
        let text = try String(contentsOf: Repository.shared.appending(path: "facts/field-notes.md"), encoding: .utf8)
        let numbers = text.split(separator: "\n").compactMap { line in
            line.firstIndex(of: ".").flatMap { Int(line[..<$0]) }
        }
        #expect(Set(Self.chips.keys).isDisjoint(with: Self.others.keys))
        #expect(Set(numbers) == Set(Self.chips.keys).union(Self.others.keys))
        #expect(numbers.count > 60)
    }
}
