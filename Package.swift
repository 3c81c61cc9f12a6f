// swift-tools-version: 6.2
import PackageDescription

/// The folder of the sanitizer runtimes, set by `Scripts/fuzz` alone: then all code is instrumented for libFuzzer.
let fuzzRuntime = Context.environment["EMRTD_FUZZ_RUNTIME"]

let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ] + (fuzzRuntime == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer,address"])])

/// For modules whose inner loops run over every byte: `Scripts/test` asks for optimised code in its debug build. Not by
/// default, since the package manager lets nobody depend on a version of a package with unsafe flags.
let optimised: [SwiftSetting] =
    strict
    + (Context.environment["EMRTD_OPTIMISED_TESTS"] == nil
        ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// One module of the library, in `Sources/<name>`.
func module(_ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = strict) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of one module, in `Tests/<name>Tests`.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "Conformance", "TestSupport"] + dependencies,
        exclude: exclude, swiftSettings: strict)
}

let bytes: [Target.Dependency] = ["Standards", "ByteCoding"]

let package = Package(
    name: "emrtd",
    products: [
        .library(name: "MRZ", targets: ["MRZ"]),
        .library(name: "LDS", targets: ["LDS"]),
        .library(name: "Seals", targets: ["Seals"]),
        .library(name: "ChipReader", targets: ["ChipReader", "PCSCTransport"]),
        .library(name: "Trust", targets: ["Trust"]),
        .library(name: "Inspection", targets: ["Inspection"]),
        .library(name: "ChipSimulator", targets: ["ChipSimulator"]),
        .library(name: "Issuing", targets: ["Issuing"]),
        .library(name: "BiometricImages", targets: ["BiometricImages"]),
        .library(name: "PictureFiles", targets: ["PictureFiles"]),
        .library(name: "Capture", targets: ["Capture"]),
        .executable(name: "emrtd", targets: ["emrtd"]),
        .executable(name: "emrtd-vision", targets: ["emrtd-vision"]),
    ],
    traits: [
        .trait(name: "Vision", description: "Decode pictures: portrait codecs and capture."),
        .default(enabledTraits: ["Vision"]),
    ],
    targets: [
        // Row 0: system libraries.
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPCSCLite", pkgConfig: "libpcsclite", providers: [.apt(["libpcsclite-dev"])]),
        .systemLibrary(name: "CJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "COpenJPEG", pkgConfig: "libopenjp2", providers: [.apt(["libopenjp2-7-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "CVision",
            // A link to the system's headers: a path outside of the package would be an unsafe flag.
            cxxSettings: [.headerSearchPath("opencv4")],
            linkerSettings: [
                .linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc"), .linkedLibrary("opencv_dnn"),
            ]),
        // Headers of the kernel alone: nothing is linked.
        .systemLibrary(name: "CVideo4Linux", providers: [.apt(["linux-libc-dev"])]),
        .systemLibrary(name: "CP11Kit", pkgConfig: "p11-kit-1", providers: [.apt(["libp11-kit-dev"])]),
        // Loaded at run time, when an archive is opened or the network is asked: see their shims.
        .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CLDAP", providers: [.apt(["libldap-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // Row 1: names and bytes.
        module("Standards", []),
        module("ByteCoding", [], optimised),
        module("ChildPrograms", ["ByteCoding"]),

        // Row 2: one field each.
        module("MRZ", bytes, optimised),
        module("Cryptography", bytes + ["COpenSSL"], optimised),
        module("PKI", bytes, optimised),
        module("CardTransport", bytes),

        // Row 3: devices, files, the secure channel.
        module("FrameSources", ["ByteCoding", "ChildPrograms", "CVideo4Linux"], optimised),
        module("PCSCTransport", bytes + ["CardTransport", "CPCSCLite"]),
        module("LDS", bytes + ["MRZ", "PKI"]),
        module("BiometricImages", bytes + ["CJPEG", "COpenJPEG", "CPNG", "CTIFF", "CWebP"], optimised),
        module("PictureFiles", bytes + ["ChildPrograms"], optimised),
        module("Vision", bytes + ["ChildPrograms", "MRZ"]),
        module("SecureMessaging", bytes + ["Cryptography", "CardTransport"]),
        module("Seals", bytes + ["MRZ", "PKI"]),

        // Row 4: protocols and judgements.
        module("AccessControl", bytes + ["SecureMessaging", "LDS", "MRZ", "PKI", "Cryptography", "CardTransport"]),
        module("Trust", bytes + ["LDS", "MRZ", "PKI", "Seals", "Cryptography", "CSQLite"]),
        module("Issuing", bytes + ["LDS", "MRZ", "PKI", "Seals", "Cryptography"]),
        .target(
            name: "Capture", dependencies: bytes + ["MRZ", "Cryptography", "CVision"],
            resources: [.copy("Weights")],
            swiftSettings: optimised),
        module("Report", ["Standards"]),

        // Row 5: a chip, from both sides, and what is kept of it.
        module(
            "ChipReader",
            bytes + ["AccessControl", "SecureMessaging", "LDS", "MRZ", "PKI", "Cryptography", "CardTransport"]),
        module(
            "ChipSimulator",
            bytes + ["SecureMessaging", "Issuing", "LDS", "MRZ", "PKI", "Cryptography", "CardTransport"]),
        module("TerminalKeys", bytes + ["ChildPrograms", "AccessControl", "PKI", "Cryptography", "CP11Kit", "CCurl"]),
        module("TrustSources", bytes + ["Trust", "PKI", "Cryptography", "CArchive", "CLDAP", "CCurl"], optimised),
        module("Evidence", bytes + ["LDS", "CardTransport", "Cryptography", "MRZ", "PKI"]),

        // Row 6: the judgement of one document, and the run of published vectors.
        module(
            "Inspection",
            bytes + [
                "Vision",
                "ChipReader", "Evidence", "Trust", "Report", "AccessControl", "SecureMessaging", "LDS", "MRZ", "PKI",
                "Cryptography", "CardTransport",
            ]),
        module(
            "Conformance",
            bytes + [
                "Vision",
                "Inspection", "Report",
                "ChipReader", "ChipSimulator", "Issuing", "Seals", "Trust", "AccessControl", "SecureMessaging", "LDS",
                "MRZ", "PKI",
                "Cryptography", "CardTransport",
            ]),

        // Row 7: the programs.
        module(
            "CLI",
            bytes + [
                "PictureFiles", "Vision", "FrameSources",
                "Conformance", "Inspection", "ChipReader", "ChipSimulator", "TerminalKeys", "Issuing", "Evidence",
                "Seals", "TrustSources", "Trust",
                "Report",
                "AccessControl",
                "SecureMessaging", "PCSCTransport", "LDS", "MRZ", "PKI", "Cryptography", "CardTransport",
            ]),
        .executableTarget(name: "emrtd", dependencies: ["CLI"], swiftSettings: strict),
        .executableTarget(
            name: "emrtd-vision",
            dependencies: [
                "ByteCoding", "MRZ", "Vision", .target(name: "BiometricImages", condition: .when(traits: ["Vision"])),
                .target(name: "Capture", condition: .when(traits: ["Vision"])),
            ],
            swiftSettings: strict),

        .target(
            name: "TestSupport",
            dependencies: bytes + [
                "AccessControl", "CardTransport", "Conformance", "Cryptography", "Issuing", "LDS", "MRZ", "PKI",
                "SecureMessaging", "Vision",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("Standards", []),
        tests("ByteCoding", []),
        tests("ChildPrograms", []),
        tests("MRZ", bytes),
        tests("Cryptography", bytes),
        tests("PKI", bytes + ["Cryptography", "Issuing"]),
        tests("CardTransport", bytes),
        tests("FrameSources", []),
        tests("PCSCTransport", bytes + ["CardTransport", "ChipSimulator"]),
        tests("LDS", bytes + ["MRZ", "PKI"]),
        tests("BiometricImages", bytes + ["Cryptography"]),
        tests("PictureFiles", bytes + ["ChildPrograms"]),
        tests("Vision", bytes + ["BiometricImages", "MRZ"]),
        tests("SecureMessaging", bytes + ["Cryptography", "CardTransport"]),
        tests("Seals", bytes + ["MRZ", "PKI"]),
        tests(
            "AccessControl", bytes + ["SecureMessaging", "LDS", "MRZ", "PKI", "Cryptography", "CardTransport"]),
        tests("Trust", bytes + ["Issuing", "Seals", "LDS", "MRZ", "PKI", "Cryptography"]),
        tests("Issuing", bytes + ["LDS", "MRZ", "PKI", "Seals", "Cryptography"]),
        tests("Capture", bytes + ["BiometricImages", "MRZ"]),
        tests("Report", ["Standards"]),
        tests(
            "ChipReader",
            bytes + [
                "ChipSimulator", "Issuing", "AccessControl", "SecureMessaging", "LDS", "MRZ", "PKI", "Cryptography",
                "CardTransport",
            ]),
        tests(
            "ChipSimulator",
            bytes + [
                "AccessControl", "Issuing", "SecureMessaging", "LDS", "MRZ", "PKI", "Cryptography", "CardTransport",
            ]),
        tests("TerminalKeys", bytes + ["AccessControl", "Cryptography"], exclude: ["signing-server.py"]),
        tests("TrustSources", bytes + ["Trust", "Issuing", "PKI", "Cryptography"]),
        tests("Evidence", bytes + ["LDS", "CardTransport", "MRZ"]),
        tests(
            "Inspection",
            bytes + [
                "ChipReader", "ChipSimulator", "Issuing", "Evidence", "Trust", "Report", "AccessControl",
                "LDS", "MRZ",
                "PKI", "Cryptography", "CardTransport",
            ]),
        .testTarget(
            name: "ConformanceTests", dependencies: ["Conformance", "TestSupport", "Trust"], swiftSettings: strict),
        tests(
            "CLI",
            bytes + [
                "BiometricImages", "CardTransport", "Inspection", "ChipSimulator", "Issuing", "Evidence", "Report",
                "LDS",
                "MRZ", "PKI", "Cryptography", "Trust", "Vision", "FrameSources",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

if let fuzzRuntime {
    package.targets.append(
        .executableTarget(
            name: "emrtd-fuzz",
            dependencies: bytes + [
                "Evidence", "Inspection", "Trust", "TrustSources", "Report", "MRZ", "PKI", "LDS", "Seals",
                "SecureMessaging", "Cryptography", "CardTransport", "BiometricImages", "PictureFiles",
                "FrameSources", "Vision", "Capture",
            ],
            path: "Tests/Fuzz", swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [
                .unsafeFlags([
                    "-sanitize=address", "\(fuzzRuntime)/libclang_rt.fuzzer_no_main-x86_64.a", "-lstdc++", "-lm",
                ])
            ]))
}
