import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust

/// What happens to the store when something goes wrong with the program, the disk or a neighbour.
///
/// The change that is disturbed is the import of a master list of hundreds of authorities, whose pin is there.
@Suite("Trust store: faults")
struct StoreFaultTests {
    let place: TrustWorkplace
    /// How many authorities the list has, the one of its signer among them.
    static let count = 300

    init() throws {
        place = try TrustWorkplace()
        try Data(Self.list.get()).write(to: URL(filePath: place.path("UT.ml")))
        let store = try TrustStore(path: place.store, access: .readWrite(create: true))
        try store.add(
            TrustPin(
                sha256: HashAlgorithm.sha256.hash(Self.authority.csca()), added: TrustWorkplace.day("2026-01-01")))
    }

    private static let authority = {
        var authority = ListAuthority()
        authority.signerEnd = ListAuthority.day(2036)
        return authority
    }()

    private static let list = Result {
        try authority.masterList(
            (1..<count).map { number in
                let key = try PrivateKey.generateEC(curve: .secp256r1)
                let name = TrustWorkplace.name("CSCA \(number)")
                let profile = CertificateProfile(
                    role: .csca, serialNumber: [1, UInt8(number >> 8), UInt8(number & 0xFF)], subject: name,
                    notBefore: TrustWorkplace.day("2020-01-01"), notAfter: TrustWorkplace.day("2035-01-01"),
                    stateCode: "UTO")
                return try CertificateIssuer(name: name, key: key, algorithm: .ecdsa(.sha256, encoding: .der))
                    .issue(profile, for: key.subjectPublicKeyInfo(explicitParameters: false))
            })
    }

    private var command: [String] { ["trust", "import", place.path("UT.ml"), "--store"] }

    private func trusted(_ path: String) throws -> Int {
        let store = try TrustStore(path: path)
        try store.checkIntegrity()
        return try store.certificates(CertificateQuery(isTrusted: true)).count
    }

    private func process(_ path: String, script: String = "exec \"$@\"") -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script, "bash", BuiltProgram.executable.path()] + command + [path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    @Test
    func `is as before or as after, at whatever moment the program is killed`() throws {
        // How long it takes when nobody disturbs it.
        try FileManager.default.copyItem(atPath: place.store, toPath: place.path("whole.sqlite"))
        let whole = process(place.path("whole.sqlite"))
        let start = ContinuousClock.now
        try whole.run()
        whole.waitUntilExit()
        let duration = (ContinuousClock.now - start) / .microseconds(1)
        #expect(try trusted(place.path("whole.sqlite")) == Self.count)

        var outcomes: [Int: Int] = [:]
        for round in 0..<50 {
            let path = place.path("\(round).sqlite")
            try FileManager.default.copyItem(atPath: place.store, toPath: path)
            let child = process(path)
            try child.run()
            usleep(UInt32(Double.random(in: 0...duration * 1.1)))
            kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
            outcomes[try trusted(path), default: 0] += 1
            // What a killed program left does not keep the next one from its work.
            if round % 10 == 0 {
                #expect(try BuiltProgram.run(command + [path]).status == 0)
                #expect(try trusted(path) == Self.count)
            }
        }
        #expect(Set(outcomes.keys).isSubset(of: [0, Self.count]), "\(outcomes)")
    }

    /// Runs the change and gives its words back.
    private func run(_ path: String, script: String) throws -> (status: Int32, errors: String) {
        let child = process(path, script: script)
        let errors = Pipe()
        child.standardError = errors
        try child.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        return (child.terminationStatus, text)
    }

    @Test
    func `is as before where its file may not grow, and says so`() throws {
        // Less than the change needs, and the signal that would end the program is not taken.
        let (status, errors) = try run(place.store, script: "trap '' XFSZ; ulimit -f 60; exec \"$@\"")
        #expect(status == 3)
        #expect(errors.contains("cannot be read or written"), "\(errors)")
        #expect(try trusted(place.store) == 0)
        #expect(try BuiltProgram.run(command + [place.store]).status == 0)
        #expect(try trusted(place.store) == Self.count)
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "only root mounts a small disk"))
    func `is as before where the disk is full, and says that there is no room`() throws {
        let folder = place.path("small")
        let size = (try FileManager.default.attributesOfItem(atPath: place.store)[.size] as? Int) ?? 0
        guard try SmallDisk.mount(folder, bytes: size + 80 * 1024) else { return }
        defer { SmallDisk.unmount(folder) }
        let path = folder + "/trust.sqlite"
        try FileManager.default.copyItem(atPath: place.store, toPath: path)
        let (status, errors) = try run(path, script: "exec \"$@\"")
        #expect(status == 3)
        #expect(errors.contains("the disk is full"), "\(errors)")
        #expect(errors.contains("hint: make room"))
        #expect(try trusted(path) == 0)
    }

    /// Another program that holds the store for some seconds.
    private func holder(seconds: Double) throws -> Process {
        let holder = Process()
        holder.executableURL = URL(filePath: "/usr/bin/python3")
        holder.arguments = [
            "-c",
            """
            import sqlite3, sys, time
            c = sqlite3.connect(sys.argv[1], isolation_level=None)
            c.execute('BEGIN IMMEDIATE')
            print('held', flush=True)
            time.sleep(float(sys.argv[2]))
            c.execute('ROLLBACK')
            """, place.store, "\(seconds)",
        ]
        let output = Pipe()
        holder.standardOutput = output
        try holder.run()
        _ = output.fileHandleForReading.availableData
        return holder
    }

    @Test
    func `says that another program holds the store, and waits for it`() throws {
        let holder = try holder(seconds: 1.5)
        let outcome = try BuiltProgram.run(command + [place.store])
        #expect(outcome.errors.contains("another program is changing the trust store; waiting for it"))
        #expect(outcome.status == 0)
        holder.waitUntilExit()
        #expect(try trusted(place.store) == Self.count)
    }

    @Test
    func `gives up waiting in the end, and reads meanwhile`() throws {
        let holder = try holder(seconds: 20)
        defer {
            kill(holder.processIdentifier, SIGKILL)
            holder.waitUntilExit()
        }
        let store = try TrustStore(path: place.store, access: .readWrite(create: false), patience: .seconds(1))
        let source = TrustDelivery.Source(kind: .certificates, name: "new.cer", sha256: [UInt8](0..<32))
        var delivery = TrustDelivery(source: source, standing: .accepted)
        delivery.certificates = [.init(place.new)]
        #expect(throws: TrustStoreError.locked(path: place.store)) {
            try store.take([delivery], at: TrustWorkplace.day("2026-01-01"))
        }
        #expect(try trusted(place.store) == 0)
    }

    @Test
    func `takes two changes at once, one after the other`() throws {
        let second = process(place.store)
        let first = process(place.store)
        try first.run()
        try second.run()
        first.waitUntilExit()
        second.waitUntilExit()
        #expect([first.terminationStatus, second.terminationStatus] == [0, 0])
        #expect(try trusted(place.store) == Self.count)
    }

    @Test
    func `shows readers all of a change or nothing of it`() throws {
        let child = process(place.store)
        try child.run()
        var seen: Set<Int> = []
        while child.isRunning { seen.insert(try trusted(place.store)) }
        seen.insert(try trusted(place.store))
        #expect(seen.isSubset(of: [0, Self.count]))
        #expect(seen.contains(Self.count))
    }
}
