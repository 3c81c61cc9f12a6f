// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer",
    dependencies: [.package(name: "emrtd", path: "emrtd")],
    targets: [
        .executableTarget(
            name: "consumer",
            dependencies: [
                .product(name: "MRZ", package: "emrtd"),
                .product(name: "BiometricImages", package: "emrtd"),
                .product(name: "Capture", package: "emrtd"),
                .product(name: "ChipReader", package: "emrtd"),
                .product(name: "ChipSimulator", package: "emrtd"),
                .product(name: "Inspection", package: "emrtd"),
                .product(name: "Issuing", package: "emrtd"),
                .product(name: "Trust", package: "emrtd"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
