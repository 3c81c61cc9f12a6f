import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing

/// Another chip of the same files but EF.CardSecurity and its key, whose EF.SOD is signed anew: only its signature tells.
@Suite("What another chip has proven says nothing of this one: field note 46")
struct OtherChipEvidenceTests {
    /// Which protocol proves the chip by the key of EF.CardSecurity.
    enum Proof: CaseIterable {
        case mapping, first, second

        func document() throws -> EACDocument {
            switch self {
            case .mapping: try OtherChipEvidenceTests.mapping.get()
            case .first: try MasterFileTests.card.get()
            case .second: try PACEAndAuthenticationTests.card.get()
            }
        }
    }

    /// A passport of PACE with Chip Authentication Mapping.
    private static let mapping: Result<EACDocument, any Error> = Result {
        var document = try MasterFileTests.card.get()
        document.document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([
            SecurityInfoEncoder.pace(OID.idPACE.appending(6).appending(2), parameterIdentifier: 13)
        ])
        return document
    }

    /// Every file but EF.CardSecurity is the same, to the signature of EF.SOD.
    private func other(_ document: EACDocument, as proof: Proof) throws -> EACDocument {
        var other = document
        let key = try EACDocument.Key.ecdh(keyID: 1, cipher: 2)
        let file = try CardSecurity(encoded: try document.document.files[.cardSecurity].unwrapped())
        let kept = file.securityInfos.infos.filter {
            if case .chipAuthenticationPublicKey = $0.content { false } else { true }
        }
        let static1 = ChipAuthenticationKey(keyID: 1, pair: key.pair)
        other.document.chipAuthentication = [static1]
        let signer = try document.document.authorities.unwrapped().documentSigner
        other.document.files[.cardSecurity] = try signer.issueCardSecurity(
            kept.map(\.encoded) + [SecurityInfoEncoder.chipAuthenticationPublicKey(static1)])
        try other.document.reissue()
        return other
    }

    private func read(_ document: EACDocument, _ connection: SimulatedConnection, _ proof: Proof) throws -> ChipReading
    {
        document.read(connection, with: proof == .second ? try document.credential() : nil)
    }

    /// After how many commands the read is within a file; the last of its blocks is still to come.
    private func count(within name: String, _ document: EACDocument, _ proof: Proof) throws -> Int {
        let reading = try read(document, document.connection(maximum: 261), proof)
        let steps = reading.steps
        let index = try #require(steps.firstIndex { $0.name == name })
        try #require(steps[index].apduCount > 1)
        return steps[...index].reduce(0) { $0 + $1.apduCount } - 1
    }

    /// CA_IC · PK_IC, which is the mapping key of a chip that has the private key.
    private func isProven(_ reading: ChipReading, by document: EACDocument) throws -> Bool {
        guard let proof = reading.access.pace?.chipAuthenticationMapping,
            case .ecdh(let pair)? = document.document.chipAuthentication.first?.pair
        else { return false }
        return pair.publicPoint.multiplied(byScalar: proof.chipAuthenticationData)?.encoded == proof.mappingPublicKey
    }

    @Test(arguments: Proof.allCases)
    func `takes back what another chip has proven or not, once that is found to be another`(_ proof: Proof) throws {
        let document = try proof.document()
        let whole = try read(document, document.connection(maximum: 261), proof)
        let other = try other(document, as: proof)
        let count = try count(within: "DG2", document, proof)
        let connection = document.connection([.pull(afterAPDU: count)], maximum: 261)
        connection.replacement = other.connection(maximum: 261).chip
        let reading = try read(document, connection, proof)
        guard case .brokenOff(let reason) = reading.ending else {
            Issue.record("went on with another chip")
            return
        }
        #expect(reason.code == "otherChip")
        #expect(try isProven(reading, by: document) == (proof == .mapping))
        #expect(reading.chipAuthentication == whole.chipAuthentication)
        #expect(reading.terminalAuthentication == whole.terminalAuthentication)
    }

    @Test(arguments: Proof.allCases)
    func `takes the beginning of EF.SOD for no proof that it is the same chip`(_ proof: Proof) throws {
        let document = try proof.document()
        let other = try other(document, as: proof)
        let count = try count(within: "SOD", document, proof)
        let connection = document.connection([.pull(afterAPDU: count)], maximum: 261)
        connection.replacement = other.connection(maximum: 261).chip
        let reading = try read(document, connection, proof)
        #expect(connection.replacement == nil)
        #expect(reading.ending == .complete)
        #expect(reading.bytes(of: .sod) == other.document.files[.sod])
        #expect(reading.bytes(of: .cardSecurity) == other.document.files[.cardSecurity])
        #expect(try isProven(reading, by: other) == (proof == .mapping))
        if proof != .mapping { #expect(reading.chipAuthentication?.outcome == .confirmed) }
    }
}
