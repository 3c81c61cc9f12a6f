import ByteCoding
import Cryptography
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust

@Suite("Signed lists: Doc 9303-12 §8 and §9, RFC 5652 §5")
struct ListVerifierTests {
    private static let time = ListAuthority.day(2025, 6)

    private static func pin(_ authority: ListAuthority) throws -> [UInt8] {
        HashAlgorithm.sha256.hash(try authority.csca())
    }

    private static func verify(
        _ list: [UInt8], pins: Set<[UInt8]>, acceptsUnpinned: Bool = false, accepted: Set<ListDeparture> = [],
        known: [[UInt8]] = []
    ) throws -> SignedList {
        try ListVerifier(
            pins: pins, known: known.map { try Certificate(encoded: $0) }, acceptsUnpinned: acceptsUnpinned,
            accepted: accepted
        ).verify(SignedData(contentInfo: list), at: time)
    }

    private static func refusal(_ list: [UInt8], pins: Set<[UInt8]>) throws -> String? {
        do {
            _ = try verify(list, pins: pins)
            return nil
        } catch let refusal as ListRefusal {
            return refusal.reason.code
        }
    }

    @Test(arguments: [ListAuthority(), .rsa])
    func `trusts each kind of list whose signer was issued by a pinned authority`(_ authority: ListAuthority) throws {
        let pin = try Self.pin(authority)
        let lists: [(ListKind, [UInt8])] = [
            (.master, try authority.masterList()), (.deviation, try authority.deviationList()),
            (.defect, try authority.defectList()),
        ]
        for (kind, list) in lists {
            let verified = try Self.verify(list, pins: [pin])
            #expect(verified.kind == kind)
            #expect(verified.standing == .pinned(pin))
            #expect(verified.issuerFingerprint == pin)
            #expect(verified.signingTime == ListAuthority.day(2025))
            #expect(verified.country == "UT")
            #expect(verified.departures.isEmpty)
        }
    }

    @Test
    func `gives a pinned state no word about another's documents`() throws {
        // The key of the one under the name of the other: its own certificate is pinned, and it has the same key.
        let other = ListAuthority.named("XO")
        let verified = try Self.verify(
            ListAuthority().deviationList(), pins: [Self.pin(other)], known: [other.csca()])
        #expect(verified.country == "UT")
        #expect(!verified.standing.isTrusted)
    }

    @Test
    func `trusts a list whose signer is pinned itself`() throws {
        let authority = ListAuthority()
        let list = try authority.masterList()
        let signer = try #require(SignedData(contentInfo: list).certificates.first { $0.extendedKeyUsage != nil })
        let pin = HashAlgorithm.sha256.hash(signer.encoded)
        #expect(try Self.verify(list, pins: [pin]).standing == .pinned(pin))
    }

    @Test
    func `trusts nobody for standing in their own list, and says how to pin them`() throws {
        let authority = ListAuthority()
        let list = try authority.masterList()
        let unpinned = try Self.verify(list, pins: [[UInt8](repeating: 1, count: 32)])
        let pin = Hexadecimal.encode(try Self.pin(authority)).lowercased()
        guard case .untrusted(let reason) = unpinned.standing else {
            Issue.record("\(unpinned.standing)")
            return
        }
        #expect(reason.code == "notPinned")
        #expect(reason.text.hasSuffix("emrtd trust pin add \(pin)"))
        #expect(try Self.verify(list, pins: [], acceptsUnpinned: true).standing == .accepted)
    }

    @Test
    func `proposes the certificate that the issuer signed itself, not a link to the same key`() throws {
        let authority = ListAuthority()
        let older = CertificateIssuer(
            name: authority.name, key: ListAuthority.keys[2], algorithm: authority.algorithm)
        let link = try older.issue(
            CertificateProfile(
                role: .link(hasNewName: false), serialNumber: [0x03], subject: authority.name,
                notBefore: ListAuthority.day(2022), notAfter: ListAuthority.day(2037), stateCode: "UTO"),
            for: authority.key.subjectPublicKeyInfo(explicitParameters: true))
        let list = try authority.masterList([], [.withoutAuthority])
        #expect(try Self.verify(list, pins: [], known: [link]).issuerFingerprint == Self.pin(authority))
        let both = try authority.masterList([link], [.withoutAuthority])
        #expect(
            try Self.verify(both, pins: [], known: [authority.csca()]).issuerFingerprint == Self.pin(authority),
            "whichever comes first")
    }

    @Test(arguments: [
        (ListOptions.Deviation.brokenSignature, "signatureWrong"), (.wrongMessageDigest, "digestDiffers"),
        (.withoutSignedAttributes, "signedAttributesMissing"), (.wrongContentType, "contentType"),
        (.withoutCertificates, "signerMissing"), (.otherSigner, "signerMissing"),
        (.digestInfoWithoutNull, "digestInfoWithoutNull"),
    ])
    func `refuses whole what is signed wrongly`(_ deviation: ListOptions.Deviation, code: String) throws {
        let authority = ListAuthority.rsa
        #expect(try Self.refusal(authority.masterList([], [deviation]), pins: [Self.pin(authority)]) == code)
    }

    @Test
    func `refuses a list with one byte of its content changed`() throws {
        let authority = ListAuthority()
        var list = try authority.masterList()
        let content = try #require(SignedData(contentInfo: list).eContent)
        let start = try #require(list.indices.first { list[$0...].starts(with: content) })
        list[start + content.count / 2] ^= 0x01
        #expect(try Self.refusal(list, pins: [Self.pin(authority)]) == "digestDiffers")
    }

    @Test(arguments: [
        (ListOptions.Deviation.unsortedAttributes, ListDeparture.unsortedAttributes),
        (.indefiniteLengths, .indefiniteLengths),
    ])
    func `takes and names departures that real lists have`(
        _ deviation: ListOptions.Deviation, departure: ListDeparture
    ) throws {
        let authority = ListAuthority.rsa
        let verified = try Self.verify(authority.masterList([], [deviation]), pins: [Self.pin(authority)])
        #expect(verified.departures == [departure])
        #expect(try verified.standing == .pinned(Self.pin(authority)))
    }

    @Test
    func `takes a DigestInfo without NULL only where somebody asks for it, and names it`() throws {
        let authority = ListAuthority.rsa
        let verified = try Self.verify(
            authority.masterList([], [.digestInfoWithoutNull]), pins: [Self.pin(authority)],
            accepted: [.digestInfoWithoutNull])
        #expect(verified.departures == [.digestInfoWithoutNull])
    }

    @Test
    func `finds signer and issuer outside of the list`() throws {
        let authority = ListAuthority()
        let list = try authority.masterList([], [.withoutCertificates])
        let signer = try authority.signer().certificate
        let verified = try Self.verify(list, pins: [Self.pin(authority)], known: [authority.csca(), signer])
        #expect(verified.departures == [.signerOutside])
        #expect(try verified.standing == .pinned(Self.pin(authority)))
        // A deviation list does not hold its authority's certificate in its content.
        var options = ListAuthority.options
        options.deviations = [.withoutAuthority]
        let deviations = try authority.signer(.deviationList).deviationList(
            DeviationListContents(deviations: []), options: options)
        #expect(try Self.verify(deviations, pins: [Self.pin(authority)]).issuer == nil)
        #expect(
            try Self.verify(deviations, pins: [Self.pin(authority)], known: [authority.csca()]).standing
                == .pinned(Self.pin(authority)))
    }

    @Test
    func `does not take a signer of documents, or of other lists, for one of master lists`() throws {
        var authority = ListAuthority()
        let pin = try Self.pin(authority)
        let documentSigner = ListSigner(
            key: authority.signerKey, certificate: try authority.documentSigner(), algorithm: authority.algorithm,
            authorities: [try authority.csca()])
        authority.signerDeviations = [.withoutExtendedKeyUsage]
        let without = try authority.masterList()
        authority.signerDeviations = []
        let other = try authority.signer(.deviationList)
        let lists = [
            without, try documentSigner.masterList([authority.csca()], options: ListAuthority.options),
            try other.masterList([authority.csca()], options: ListAuthority.options),
        ]
        for list in lists {
            for acceptsUnpinned in [false, true] {
                let verified = try Self.verify(list, pins: [pin], acceptsUnpinned: acceptsUnpinned)
                guard case .untrusted(let reason) = verified.standing else {
                    Issue.record("\(verified.standing)")
                    continue
                }
                #expect(reason.code == "signerPurpose")
                #expect(verified.departures == [.purposeMissing])
            }
        }
    }

    @Test
    func `takes a purpose that is not critical, and names it`() throws {
        var authority = ListAuthority()
        authority.signerDeviations = [.extendedKeyUsageNotCritical]
        let verified = try Self.verify(authority.deviationList(), pins: [Self.pin(authority)])
        #expect(verified.departures == [.purposeNotCritical])
        #expect(try verified.standing == .pinned(Self.pin(authority)))
    }

    @Test
    func `takes a list that the pinned authority signed itself, names it, and trusts no other authority so`() throws {
        let authority = ListAuthority()
        let csca = try authority.csca()
        let signer = ListSigner(key: authority.key, certificate: csca, algorithm: authority.algorithm)
        let list = try signer.masterList([csca], options: ListAuthority.options)
        let verified = try Self.verify(list, pins: [Self.pin(authority)])
        #expect(verified.departures == [.signedByAuthority])
        #expect(try verified.standing == .pinned(Self.pin(authority)))
        guard case .untrusted = try Self.verify(list, pins: []).standing else {
            Issue.record("trusted without a pin")
            return
        }
    }

    @Test
    func `does not trust a signer whose certificate was not valid when it signed`() throws {
        var authority = ListAuthority()
        authority.signerEnd = ListAuthority.day(2024, 6)
        let verified = try Self.verify(authority.masterList(), pins: [Self.pin(authority)], acceptsUnpinned: true)
        guard case .untrusted(let reason) = verified.standing else {
            Issue.record("\(verified.standing)")
            return
        }
        #expect(reason.code == "signerNotValid")
    }

    @Test
    func `judges a list without a signing time at the time of import, and names it`() throws {
        let authority = ListAuthority()
        let list = try authority.signer().masterList([authority.csca()], options: ListOptions(signingTime: nil))
        let verified = try Self.verify(list, pins: [Self.pin(authority)])
        #expect(verified.signingTime == nil)
        #expect(verified.departures == [.signingTimeMissing])
        #expect(try verified.standing == .pinned(Self.pin(authority)))
    }

    @Test
    func `does not take another authority of the same name for the pinned one`() throws {
        let genuine = ListAuthority()
        var forged = ListAuthority()
        forged.key = ListAuthority.keys[2]
        let list = try forged.signer().masterList([genuine.csca(), forged.csca()], options: ListAuthority.options)
        let verified = try Self.verify(list, pins: [Self.pin(genuine)], known: [genuine.csca()])
        guard case .untrusted(let reason) = verified.standing else {
            Issue.record("\(verified.standing)")
            return
        }
        #expect(reason.code == "notPinned")
        #expect(try verified.issuerFingerprint == Self.pin(forged))
    }

    // MARK: What no issuer makes

    /// A list whose signed data were taken apart, changed and put together again.
    private static func altered(_ list: [UInt8], _ change: (inout [[UInt8]]) throws -> Void) throws -> [UInt8] {
        var outer = ByteReader(list)
        let info = try outer.dataObject().children()
        var fields = try info[1].children()[0].children().map { Array($0.encoded) }
        try change(&fields)
        let signedData = DataObjectWriter.encode(0x30, containing: fields)
        return DataObjectWriter.encode(
            0x30, containing: [Array(info[0].encoded), DataObjectWriter.encode(0xA0, signedData)])
    }

    private static func children(_ encoded: [UInt8]) throws -> [[UInt8]] {
        var reader = ByteReader(encoded)
        return try reader.dataObject().children().map { Array($0.encoded) }
    }

    @Test
    func `refuses a list with two signers, though both signatures are right`() throws {
        let authority = ListAuthority()
        let list = try Self.altered(authority.masterList()) { fields in
            let last = try #require(fields.last)
            let infos = try Self.children(last)
            fields[fields.count - 1] = DataObjectWriter.encode(0x31, containing: infos + infos)
        }
        #expect(try Self.refusal(list, pins: [Self.pin(authority)]) == "signerCount")
    }

    @Test
    func `refuses a signature over another type of content`() throws {
        let authority = ListAuthority()
        let list = try Self.altered(authority.masterList()) { fields in
            let last = try #require(fields.last)
            let first = try #require(try Self.children(last).first)
            var info = try Self.children(first)
            let attributes = try Self.children(info[3]).map { attribute in
                attribute.dropFirst(4).starts(with: OID.contentTypeAttribute.contents)
                    ? DataObjectWriter.encode(
                        0x30,
                        containing: [
                            DataObjectWriter.encode(0x06, OID.contentTypeAttribute.contents),
                            DataObjectWriter.encode(0x31, DataObjectWriter.encode(0x06, OID.deviationList.contents)),
                        ]) : attribute
            }.sorted { $0.lexicographicallyPrecedes($1) }
            info[3] = DataObjectWriter.encode(0xA0, containing: attributes)
            let signature = try authority.signerKey.sign(
                DataObjectWriter.encode(0x31, containing: attributes), algorithm: authority.algorithm)
            info[5] = DataObjectWriter.encode(0x04, signature)
            fields[fields.count - 1] = DataObjectWriter.encode(
                0x31, DataObjectWriter.encode(0x30, containing: info))
        }
        #expect(try Self.refusal(list, pins: [Self.pin(authority)]) == "contentTypeAttribute")
    }

    @Test
    func `names another version of the signed data`() throws {
        let authority = ListAuthority()
        let list = try Self.altered(authority.masterList()) { $0[0] = [0x02, 0x01, 0x01] }
        #expect(try Self.verify(list, pins: [Self.pin(authority)]).departures == [.signedDataVersion])
    }

    @Test
    func `refuses a key that anybody can break, and names SHA-1`() throws {
        let authority = ListAuthority()
        func list(_ key: PrivateKey, _ algorithm: SignatureAlgorithm) throws -> [UInt8] {
            let signer = try ListSigner(
                .masterList, key: key, algorithm: algorithm, authority: authority.issuer, certificate: authority.csca(),
                notBefore: ListAuthority.day(2024), notAfter: ListAuthority.day(2026))
            return try signer.masterList([authority.csca()], options: ListAuthority.options)
        }
        let pins: Set = [try Self.pin(authority)]
        let short = try list(PrivateKey.generateRSA(bits: 768), .rsaPKCS1(.sha256))
        #expect(try Self.refusal(short, pins: pins) == "brokenKey")
        let old = try list(authority.signerKey, .ecdsa(.sha1, encoding: .der))
        #expect(try Self.verify(old, pins: pins).departures == [.weakHash])
    }

    @Test
    func `names an authority that was not valid when its signer signed`() throws {
        let authority = ListAuthority()
        let options = ListOptions(signingTime: ListAuthority.day(2021))
        let list = try authority.signer().masterList([authority.csca()], options: options)
        let verified = try Self.verify(list, pins: [Self.pin(authority)])
        #expect(verified.departures == [.issuerNotValid])
        #expect(!verified.standing.isTrusted)
    }

    @Test(arguments: ListDeparture.allCases)
    func `has words for every departure`(_ departure: ListDeparture) {
        #expect(!departure.quirk.words.isEmpty && !departure.quirk.name.contains(" "))
    }
}
