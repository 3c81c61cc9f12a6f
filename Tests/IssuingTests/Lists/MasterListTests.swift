import ByteCoding
import Cryptography
import Issuing
import PKI
import Standards
import Testing

@Suite("Master lists: Doc 9303-12 §8, judged by the openssl program")
struct MasterListTests {
    static func list(
        _ state: TestState, _ options: ListOptions = TestState.options, certificates: [[UInt8]]? = nil
    ) throws -> [UInt8] {
        try state.signer(.masterList).masterList(certificates ?? [state.csca()], options: options)
    }

    /// What openssl says of the signature, with the CSCA as its anchor.
    static func verify(_ list: [UInt8], csca: [UInt8]) throws -> (status: Int32, output: String) {
        try OpenSSLProgram.run(
            [
                "cms", "-verify", "-inform", "DER", "-in", "@list", "-CAfile", "@csca", "-purpose", "any", "-out",
                "@content",
            ],
            files: ["list": list, "csca": OpenSSLProgram.pem(csca)])
    }

    @Test(
        .enabled(if: OpenSSLProgram.isInstalled), arguments: [TestState(), .rsa],
        SODOptions.SignerIdentifier.allCases)
    func `are signed as openssl wants it`(_ state: TestState, _ identifier: SODOptions.SignerIdentifier) throws {
        var options = TestState.options
        options.signerIdentifier = identifier
        // Named parameters, since openssl refuses a chain below written-out ones.
        let csca = try state.authority.issue(state.cscaProfile, for: state.cscaKey.subjectPublicKeyInfo())
        let (status, output) = try Self.verify(Self.list(state, options), csca: csca)

        #expect(status == 0, "\(output)")
    }

    @Test
    func `hold the certificates in the order of DER, the signer's and its authority's`() throws {
        let state = TestState()
        let certificates = try TestState.keys.map { key in
            try state.authority.issue(state.cscaProfile, for: key.subjectPublicKeyInfo())
        }
        let data = try SignedData(contentInfo: Self.list(state, certificates: certificates))
        var content = ByteReader(try #require(data.eContent))
        let parts = try content.dataObject(0x30).children()
        let entries = try parts[1].children().map { Array($0.encoded) }

        #expect(data.version == 3 && data.eContentType == .cscaMasterList)
        #expect(parts[0].encoded.elementsEqual([0x02, 0x01, 0x00]) && parts[1].tag == 0x31)
        #expect(entries == certificates.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(data.certificates.count == 2)
        #expect(data.certificates[0].extendedKeyUsage == [.cscaMasterListSigningKey])
        #expect(data.certificates[0].extensions.first { $0.oid == .extendedKeyUsage }?.isCritical == true)
        #expect(
            data.signerInfos[0].sid
                == .subjectKeyIdentifier(try #require(data.certificates[0].subjectKeyIdentifier)))
        #expect(try data.signerInfos[0].signedAttributes?.signingTime() == TestState.day(2025))
    }

    @Test(arguments: ListOptions.Deviation.allCases)
    func `depart from the rules in one way`(_ deviation: ListOptions.Deviation) throws {
        let state = TestState.rsa
        let certificates = [try state.csca(), try TestState().csca()]
        var options = TestState.options
        let plain = try Self.list(state, options, certificates: certificates)
        options.deviations = [deviation]
        let list = try Self.list(state, options, certificates: certificates)
        #expect(list != plain)
        guard deviation != .bareContent else {
            #expect(try SignedData(contentInfo: plain).eContent == list)
            return
        }
        let data = try SignedData(contentInfo: list)
        let content = try #require(data.eContent)
        var reader = ByteReader(content)
        let parts = try reader.dataObject(0x30).children()
        let entries = try parts[1].children().map { Array($0.encoded) }
        let sorted = certificates.sorted { $0.lexicographicallyPrecedes($1) }
        switch deviation {
        case .unsortedSet: #expect(entries == sorted.reversed())
        case .duplicatedEntry: #expect(entries.count == 3 && Set(entries) == Set(certificates))
        case .laterVersion: #expect(parts[0].encoded.elementsEqual([0x02, 0x01, 0x01]))
        case .withoutCertificates: #expect(data.certificates.isEmpty)
        case .withoutAuthority: #expect(data.certificates.count == 1)
        case .indefiniteLengths: #expect(data.wasNormalised)
        case .wrongContentType: #expect(data.eContentType == .data)
        case .withoutSignedAttributes: #expect(data.signerInfos[0].signedAttributes == nil)
        default: #expect(entries == sorted && data.certificates.count == 2)
        }
    }

    @Test(
        .enabled(if: OpenSSLProgram.isInstalled),
        arguments: [
            .brokenSignature, .digestInfoWithoutNull, .wrongMessageDigest, .withoutCertificates, .otherSigner,
        ] as [ListOptions.Deviation])
    func `are refused by openssl where the signature does not hold`(_ deviation: ListOptions.Deviation) throws {
        let state = TestState.rsa
        var options = TestState.options
        options.deviations = [deviation]
        let (status, output) = try Self.verify(Self.list(state, options), csca: state.csca())

        #expect(status != 0, "\(output)")
    }

    @Test
    func `have a signature without NULL that only the named switch takes`() throws {
        let state = TestState.rsa
        var options = TestState.options
        options.deviations = [.digestInfoWithoutNull]
        let info = try SignedData(contentInfo: Self.list(state, options)).signerInfos[0]
        let attributes = try #require(info.signedAttributes)
        let key = state.signerKey.publicKey

        #expect(key.verifiesWithoutNull(signature: info.signature, over: attributes.encodedAsDER, hash: .sha256))
        #expect(
            try !key.verify(signature: info.signature, over: attributes.encodedAsDER, algorithm: .rsaPKCS1(.sha256)))
    }

    @Test(arguments: [
        SignatureAlgorithm.rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32), .ecdsa(.sha256, encoding: .der),
    ])
    func `are not signed without NULL where a signature holds none`(algorithm: SignatureAlgorithm) throws {
        var state = TestState()
        if case .rsaPSS = algorithm { state = .rsa }
        (state.signerAlgorithm, state.cscaAlgorithm) = (algorithm, algorithm)
        var options = TestState.options
        options.deviations = [.digestInfoWithoutNull]
        for issue in [
            { _ = try Self.list(state, options) }, { _ = try state.csca([.digestInfoWithoutNull]) },
        ] as [() throws -> Void] {
            let error = #expect(throws: IssuingError.self) { try issue() }
            #expect(
                "\(error.map { "\($0)" } ?? "")".hasPrefix("deviations: digestInfoWithoutNull is for signatures by RSA")
            )
        }
    }

    @Test
    func `can be signed by the authority itself`() throws {
        let state = TestState()
        let csca = try state.csca()
        let signer = ListSigner(key: state.cscaKey, certificate: csca, algorithm: state.cscaAlgorithm)
        let data = try SignedData(contentInfo: signer.masterList([csca], options: TestState.options))

        #expect(data.certificates.map(\.encoded) == [csca])
        #expect(data.certificates[0].extendedKeyUsage == nil)
    }
}
