import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust
import TrustSources

/// Programs that answer on the loopback for as long as a test lasts.
private final class Server {
    private let process = Process()

    init(_ program: String, _ arguments: [String], in folder: URL) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Waits until something answers on the port.
    static func wait(port: Int) -> Bool {
        for _ in 0..<200 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            let isOpen = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isOpen { return true }
            usleep(50_000)
        }
        return false
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

private func run(_ program: String, _ arguments: [String], in folder: URL) throws -> (status: Int32, output: [UInt8]) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, Array(bytes))
}

private let reader = TrustReader(verifier: ListVerifier(), at: ListAuthority.day(2025, 6))

@Suite("Files over HTTPS")
struct HTTPSSourceTests {
    private let folder = TemporaryFolder()
    private let port: Int
    private let server: Server
    private let pin: String

    init() throws {
        port = Int.random(in: 20_000..<30_000)
        let arguments =
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -days 2 "
            + "-subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
        #expect(
            try run("/usr/bin/openssl", arguments.split(separator: " ").map(String.init), in: folder.url).status == 0)
        let key = try run("/usr/bin/openssl", ["pkey", "-in", "key.pem", "-pubout", "-outform", "DER"], in: folder.url)
        try Data(key.output).write(to: folder.url.appending(path: "key.der"))
        let hash = try run("/usr/bin/openssl", ["dgst", "-sha256", "-binary", "key.der"], in: folder.url)
        pin = "sha256//" + Data(hash.output).base64EncodedString()
        try Data(ListAuthority().masterList()).write(to: folder.url.appending(path: "ut.ml"))
        server = try Server(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", "cert.pem", "-key", "key.pem", "-WWW", "-quiet"],
            in: folder.url)
        try #require(Server.wait(port: port))
    }

    private func fetch(_ name: String, _ change: (inout NetworkSource.Access) -> Void = { _ in }) throws
        -> TrustContents
    {
        var access = NetworkSource.Access()
        access.authoritiesFile = folder.url.appending(path: "cert.pem").path
        access.totalSeconds = 20
        change(&access)
        return try reader.read(NetworkSource("https://127.0.0.1:\(port)/\(name)"), access: access)
    }

    @Test
    func `takes a list, which the way it came makes no more trusted`() throws {
        let contents = try fetch("ut.ml") { $0.pinnedKey = pin }
        #expect(contents.deliveries.map(\.source.kind) == [.masterList])
        #expect(contents.deliveries.allSatisfy { !$0.standing.isTrusted })
    }

    @Test
    func `believes no server that its authorities or its pin do not speak for, and takes no more than asked`() throws {
        #expect(throws: NetworkError.self) { try fetch("ut.ml") { $0.authoritiesFile = nil } }
        let wrong = "sha256//" + Data(count: 32).base64EncodedString()
        #expect(throws: NetworkError.self) { try fetch("ut.ml") { $0.pinnedKey = wrong } }
        let location = "https://127.0.0.1:\(port)/ut.ml"
        #expect(throws: NetworkError.tooLarge(location: location, limit: 100)) {
            try fetch("ut.ml") { $0.byteLimit = 100 }
        }
        #expect(throws: NetworkError.malformedPin) { try fetch("ut.ml") { $0.pinnedKey = "sha256//AAAA" } }
        #expect(throws: NetworkError.unreadableFile(path: "none")) {
            try fetch("ut.ml") { $0.authoritiesFile = "none" }
        }
    }

    @Test(arguments: ["http://a", "ftp://a", "https://", "https://user:secret@a", "ldap:///", "file:///etc/passwd"])
    func `takes no other address`(text: String) {
        #expect(throws: NetworkError.address(text)) { try NetworkSource(text) }
    }
}

@Suite("Directories over LDAP", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/slapd")))
struct LDAPSourceTests {
    private let folder = TemporaryFolder()
    private let port: Int
    private let server: Server
    private static let base = "dc=data,dc=download,dc=pkd,dc=icao,dc=int"
    private static let authority = ListAuthority()

    private static let configuration = """
        include /etc/ldap/schema/core.schema
        include /etc/ldap/schema/cosine.schema
        include /etc/ldap/schema/inetorgperson.schema
        attributetype ( 1.3.6.1.4.1.55555.2.1 NAME 'pkdVersion' SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
        attributetype ( 1.3.6.1.4.1.55555.2.2 NAME 'pkdMasterListContent' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
        attributetype ( 1.3.6.1.4.1.55555.2.3 NAME 'pkdConformanceCode' SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )
        objectclass ( 1.3.6.1.4.1.55555.3.1 NAME 'pkdDownload' SUP top AUXILIARY MAY ( pkdVersion $ pkdConformanceCode ) )
        objectclass ( 1.3.6.1.4.1.55555.3.2 NAME 'pkdMasterList' SUP top AUXILIARY MAY pkdMasterListContent )
        modulepath /usr/lib/ldap
        moduleload back_mdb
        pidfile FOLDER/slapd.pid
        database mdb
        suffix "dc=int"
        directory FOLDER/data
        maxsize 104857600
        sizelimit 3
        limits * LIMITS
        """

    /// Pages of three entries at most, and no more without them.
    static let threeAtATime = "size.soft=3 size.hard=3 size.pr=3 size.prtotal=unlimited"

    /// A directory of so many signers, a revocation list and a master list, as a complete LDIF file.
    private static func directory(signers count: UInt8) throws -> String {
        var text = ""
        for (name, parent) in [
            ("int", ""), ("icao", ",dc=int"), ("pkd", ",dc=icao,dc=int"), ("download", ",dc=pkd,dc=icao,dc=int"),
            ("data", ",dc=download,dc=pkd,dc=icao,dc=int"),
        ] {
            text += "dn: dc=\(name)\(parent)\nobjectClass: domain\ndc: \(name)\n\n"
        }
        text += "dn: c=UT,\(base)\nobjectClass: country\nc: UT\n\n"
        for name in ["dsc", "ml", "crl"] {
            text += "dn: o=\(name),c=UT,\(base)\nobjectClass: organization\no: \(name)\n\n"
        }
        for number in 1...count {
            text += """
                dn: cn=Signer \(number),o=dsc,c=UT,\(base)
                objectClass: inetOrgPerson
                objectClass: pkdDownload
                cn: Signer \(number)
                sn: \(number)
                pkdVersion: \(7000 + Int(number))
                userCertificate;binary:: \(DirectorySourceTests.folded(try authority.documentSigner(serialNumber: [number])))


                """
        }
        text += """
            dn: cn=CSCA,o=ml,c=UT,\(base)
            objectClass: person
            objectClass: pkdMasterList
            cn: CSCA
            sn: 1
            pkdMasterListContent:: \(DirectorySourceTests.folded(try authority.masterList()))

            dn: cn=CSCA,o=crl,c=UT,\(base)
            objectClass: cRLDistributionPoint
            cn: CSCA
            certificateRevocationList;binary:: \(DirectorySourceTests.folded(try authority.revocationList()))

            """
        return text
    }

    init() throws {
        try self.init(limits: Self.threeAtATime)
    }

    /// - Parameter isEncrypted: whether the directory speaks TLS, with a certificate made for it.
    private init(limits: String, isEncrypted: Bool = false) throws {
        port = Int.random(in: 30_000..<40_000)
        let path = folder.url.path
        try FileManager.default.createDirectory(atPath: "\(path)/data", withIntermediateDirectories: true)
        var configuration = Self.configuration.replacing("FOLDER", with: path).replacing("LIMITS", with: limits)
        if isEncrypted {
            let arguments =
                "req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost "
                + "-addext subjectAltName=IP:127.0.0.1,DNS:localhost"
            #expect(
                try run("/usr/bin/openssl", arguments.split(separator: " ").map(String.init), in: folder.url).status
                    == 0)
            let files = "TLSCertificateFile \(path)/cert.pem\nTLSCertificateKeyFile \(path)/key.pem\n"
            configuration = configuration.replacing("database mdb", with: files + "database mdb")
        }
        try configuration.write(
            toFile: "\(path)/slapd.conf", atomically: true, encoding: .utf8)
        try Self.directory(signers: 10).write(toFile: "\(path)/all.ldif", atomically: true, encoding: .utf8)
        #expect(try run("/usr/sbin/slapadd", ["-f", "slapd.conf", "-l", "all.ldif"], in: folder.url).status == 0)
        server = try Server(
            "/usr/sbin/slapd",
            ["-f", "\(path)/slapd.conf", "-h", "ldap\(isEncrypted ? "s" : "")://127.0.0.1:\(port)", "-d", "0"],
            in: folder.url)
        try #require(Server.wait(port: port))
    }

    @Test
    func `takes everything page by page, as from the file it was filled with`() throws {
        var access = NetworkSource.Access()
        access.pageSize = 3
        let contents = try reader.read(NetworkSource("ldap://127.0.0.1:\(port)"), access: access)
        #expect(contents.refused.isEmpty)
        let directory = try #require(contents.deliveries.first { $0.source.kind == .directory })
        #expect(directory.certificates.count == 10)
        #expect(directory.revocationLists.count == 1)
        #expect(directory.source.collection == "dsc 7010")
        let file = reader.read(Array(try Self.directory(signers: 10).utf8), name: "file")
        #expect(
            Set(file.deliveries.flatMap { $0.certificates.map(\.value) })
                == Set(contents.deliveries.flatMap { $0.certificates.map(\.value) }))
        #expect(contents.deliveries.contains { $0.source.kind == .masterList })
    }

    @Test
    func `says what is wrong with base, place and amount`() throws {
        let location = "ldap://127.0.0.1:\(port)/dc=nothing"
        #expect(throws: NetworkError.unreachable(location: location, words: "no such object")) {
            try reader.read(NetworkSource(location))
        }
        #expect(throws: NetworkError.self) { try reader.read(NetworkSource("ldap://127.0.0.1:1")) }
        var access = NetworkSource.Access()
        (access.byteLimit, access.pageSize) = (1000, 3)
        let whole = "ldap://127.0.0.1:\(port)"
        #expect(throws: NetworkError.tooLarge(location: whole, limit: 1000)) {
            try reader.read(NetworkSource(whole), access: access)
        }
    }

    @Test(arguments: [
        // Pages of at most three; none at all.
        Self.threeAtATime, "size.soft=unlimited size.hard=unlimited size.prtotal=disabled",
    ])
    func `takes everything also where the directory refuses its pages`(limits: String) throws {
        let directory = try Self(limits: limits)
        var access = NetworkSource.Access()
        if limits == Self.threeAtATime { access.pageSize = 2 }
        let contents = try reader.read(NetworkSource("ldap://127.0.0.1:\(directory.port)"), access: access)
        #expect(contents.deliveries.first { $0.source.kind == .directory }?.certificates.count == 10)
    }

    @Test
    func `says that a directory gives out too few entries for one question`() throws {
        let directory = try Self(limits: "size.soft=5 size.hard=5 size.pr=5 size.prtotal=5")
        let location = "ldap://127.0.0.1:\(directory.port)"
        var access = NetworkSource.Access()
        access.pageSize = 2
        #expect(throws: NetworkError.entryLimit(location: location, count: 5)) {
            try reader.read(NetworkSource(location), access: access)
        }
    }

    @Test
    func `believes a directory over TLS that its authorities and its pin speak for, and no other`() throws {
        let directory = try Self(limits: Self.threeAtATime, isEncrypted: true)
        let folder = directory.folder.url
        let location = "ldaps://127.0.0.1:\(directory.port)"
        let key = try run("/usr/bin/openssl", ["pkey", "-in", "key.pem", "-pubout", "-outform", "DER"], in: folder)
        try Data(key.output).write(to: folder.appending(path: "key.der"))
        let hash = try run("/usr/bin/openssl", ["dgst", "-sha256", "-binary", "key.der"], in: folder)
        var access = NetworkSource.Access()
        (access.pageSize, access.totalSeconds) = (3, 20)
        access.authoritiesFile = folder.appending(path: "cert.pem").path
        let contents = try reader.read(NetworkSource(location), access: access)
        #expect(contents.deliveries.first { $0.source.kind == .directory }?.certificates.count == 10)

        access.pinnedKey = "sha256//" + Data(hash.output).base64EncodedString()
        #expect(try reader.read(NetworkSource(location), access: access).deliveries.count == contents.deliveries.count)
        access.pinnedKey = "sha256//" + Data(count: 32).base64EncodedString()
        #expect(throws: NetworkError.self) { try reader.read(NetworkSource(location), access: access) }
        access.pinnedKey = nil
        access.authoritiesFile = nil
        #expect(throws: NetworkError.self) { try reader.read(NetworkSource(location), access: access) }
    }
}
