import BiometricImages
import ByteCoding
import Capture
import CardTransport
import Cryptography
import Evidence
import FrameSources
import Inspection
import LDS
import MRZ
import PKI
import PictureFiles
import Report
import Seals
import SecureMessaging
import Standards
import Trust
import TrustSources
import Vision

/// What can be fuzzed: a name, and what is done with each input. Any error is fine; a trap is a finding.
enum FuzzTarget {
    static let all: [String: @Sendable ([UInt8]) -> Void] = [
        "tlv": { input in
            var reader = ByteReader(input)
            _ = try? reader.dataObjects().map { try $0.children() }
        },
        "lds-com": { _ = try? COM(encoded: $0) },
        "lds-sod": { _ = try? SOD(encoded: $0) },
        "lds-security-object": { _ = try? LDSSecurityObject(encoded: $0) },
        "lds-security-infos": { _ = try? SecurityInfos(encoded: $0) },
        "lds-card-security": { _ = try? CardSecurity(encoded: $0) },
        "lds-attributes": { _ = try? CardAttributes(encoded: $0) },
        "lds-directory": { _ = try? ApplicationDirectory(encoded: $0) },
        "lds-dg1": { _ = try? DG1(encoded: $0).machineReadableZone() },
        "lds-dg2": { _ = try? DG2(encoded: $0) },
        "lds-dg3": { _ = try? DG3(encoded: $0) },
        "lds-dg4": { _ = try? DG4(encoded: $0) },
        "lds-displayed": { input in
            for group in [DataGroup.dg5, .dg7] { _ = try? DisplayedPictures(group, encoded: input) }
        },
        "lds-raw": { input in
            for group in [DataGroup.dg6, .dg8, .dg13] { _ = try? RawDataGroup(group, encoded: input) }
        },
        "lds-references": { _ = try? AuthorityReferences(encoded: $0) },
        "lds-biometrics": { _ = try? AdditionalBiometrics(encoded: $0) },
        "lds-record": { input in
            for file in RecordFile.allCases { _ = try? DecodedRecord(file, encoded: input) }
        },
        "lds-dg11": { _ = try? DG11(encoded: $0) },
        "lds-dg12": { _ = try? DG12(encoded: $0) },
        "lds-dg15": { _ = try? DG15(encoded: $0) },
        "lds-dg16": { _ = try? DG16(encoded: $0) },
        "lds-detect": { input in
            guard let file = ElementaryFile.detect(input) else { return }
            _ = try? DecodedFile(file, encoded: input)
        },
        "ber-indefinite": { _ = try? BERNormaliser.normalise($0) },
        "certificate": { _ = try? CertificateFile.certificates(in: $0) },
        "revocation-list": { _ = try? CertificateFile.revocationLists(in: $0) },
        "cms": { _ = try? SignedData(contentInfo: $0) },
        "master-list": { _ = try? MasterList(encoded: $0) },
        "deviation-list": { _ = try? DeviationList(encoded: $0) },
        "defect-list": { _ = try? DefectList(encoded: $0) },
        "ldif": { input in
            var entries = LDIFReader(input)
            while entries.next() != nil {}
        },
        "pem": { input in
            var blocks = PEMReader(input)
            while blocks.next() != nil {}
        },
        "trust-lint": { input in
            guard let certificate = try? Certificate(encoded: input) else { return }
            _ = CertificateLint().broken(by: certificate)
            _ = CertificateQuirks().quirks(of: certificate)
        },
        "revocation-list-lint": { input in
            guard let list = try? CertificateRevocationList(encoded: input) else { return }
            _ = RevocationListLint().broken(by: list)
        },
        "trust-source": { _ = TrustReader(verifier: ListVerifier(), at: referenceDate).read($0, name: "input") },
        "public-key": { _ = try? PublicKey(subjectPublicKeyInfo: $0) },
        "seal": { _ = try? VisibleDigitalSeal(reading: $0) },
        "seal-json": { input in
            guard let value = try? SealJSON(input) else { return }
            // The form that is signed is JSON, and its own form.
            guard let again = try? SealJSON(value.canonical), again.canonical == value.canonical else {
                preconditionFailure("the canonical form is not stable")
            }
            _ = try? NonConstrainedSeal(json: input).fields
        },
        "mrz-strict": { _ = try? MachineReadableZone(strict: $0, referenceDate: referenceDate) },
        "mrz-tolerant": { input in
            _ = try? MRZReading(String(decoding: input, as: UTF8.self), referenceDate: referenceDate)
        },
        "apdu": { _ = try? CommandAPDU(encoded: $0) },
        "secure-messaging-3des": { answer($0, under: .tripleDES) },
        "secure-messaging-aes": { answer($0, under: .aes256) },
        "secure-messaging-inside": { inside($0) },
        "trace": { _ = try? Trace(fileContent: $0) },
        "evidence": { _ = try? StoredReading(line: $0) },
        "stream": { answer(line: $0) },
        "stream-object": { judgeTwice($0) },
        "frame-stream": { cutTwice($0) },
        "wsq": { _ = try? ImageDecoder.decode([0xFF, 0xA0] + $0, limits: smallPictures) },
        "picture-tiff": { input in
            for page in 0..<2 { decode(input, as: .tiff, page: page) }
        },
        "picture-webp": { decode($0, as: .webp) },
        "picture-bmp": { decode($0, as: .bmp) },
        "picture-pnm": { decode($0, as: .pnm) },
        "picture-jpeg": { decode($0, as: .jpeg) },
        "picture-png": { decode($0, as: .png) },
        "zone-decoder": { decodeZone($0) },
        "vision-message": { input in
            _ = try? VisionRequest(message: input)
            _ = try? VisionResponse(message: input)
            _ = try? CaptureRequest.decode(input)
            _ = try? FrameRequest.decode(input)
        },
        "input-kind": { _ = InputKind.detect($0) },
        "report": { _ = try? InspectionReport(json: String(decoding: $0, as: UTF8.self)) },
    ]

    private static let trust = PassiveAuthentication(anchors: CSCAAnchors(), at: referenceDate)

    /// One line of a stream: one line answers it, and the same one the next time.
    private static func answer(line: [UInt8]) {
        guard !line.contains(0x0A) else { return }
        var judge = StreamJudge(.init(trust: trust, component: .init(name: "emrtd", version: "0")))
        var (first, second): ([UInt8], [UInt8]) = ([], [])
        judge.judge(line[...], number: 1, into: &first)
        judge.judge(line[...], number: 1, into: &second)
        precondition(first == second && first.count { $0 == 0x0A } == 1 && first.last == 0x0A, "one line for each")
    }

    /// A security object, judged the short way and in full.
    private static func judgeTwice(_ sod: [UInt8]) {
        var judge = RepeatedJudgement(trust)
        let record = SecurityObjectRecord(sod: sod)
        let full = trust.evaluate(record)
        for _ in 0..<2 {
            let short = judge.judge(record).result
            precondition(short.findings == full.findings && short.quirks == full.quirks, "both ways agree")
        }
    }

    /// A stream of frames, cut as a whole and byte by byte: both ways find the same frames.
    private static func cutTwice(_ input: [UInt8]) {
        var limits = FrameLimits()
        limits.pixelCount = 1 << 12
        limits.byteCount = 1 << 12
        func frames(piece: Int) -> [Frame] {
            var parser = FrameStreamParser(limits)
            var frames: [Frame] = []
            for start in stride(from: 0, to: input.count, by: piece) {
                parser.append(input[start..<min(start + piece, input.count)])
                do { while let frame = try parser.next() { frames.append(frame) } } catch { return frames }
            }
            return frames
        }
        let whole = frames(piece: max(input.count, 1))
        precondition(whole == frames(piece: 1), "a stream is cut alike wherever its bytes are parted")
    }

    private static let smallPictures = ImageLimits(byteCount: 1 << 16, pixelCount: 1 << 16)

    /// A picture file of one format, in both of its ways; JPEG 2000, which may abort, is not among them.
    private static func decode(_ input: [UInt8], as format: PictureFormat, page: Int = 0) {
        guard PictureFormat.detect(input) == format else { return }
        _ = try? GreyDecoder.decode(input, page: page, longestSide: 32, limits: smallPictures)
        _ = try? ImageDecoder.decodeFile(input, page: page, limits: smallPictures)
    }

    /// What a recogniser could have seen in up to five lines, parted by 0xFF.
    private static func decodeZone(_ input: [UInt8]) {
        let lines = input.split(separator: 0xFF, omittingEmptySubsequences: false).prefix(5)
            .compactMap { evidence($0.prefix(64)) }
        for pitch in [CellAlignment.Pitch.rough, .known] {
            guard let decoded = ZoneDecoder.decode(lines, pitch: pitch) else { continue }
            precondition((0...1).contains(decoded.confidence), "a confidence is a chance")
            precondition(decoded.characters.count == decoded.zone.characters.count, "each character is told")
        }
    }

    /// One byte for each character: its class, and how clearly it is seen, which also moves it.
    private static func evidence(_ characters: ArraySlice<UInt8>) -> LineEvidence? {
        var columns: [[Float]] = []
        for byte in characters {
            let (kind, clarity) = (Int(byte & 0x3F) % LineEvidence.classCount, Int(byte >> 6))
            for column in 0..<(clarity == 3 ? 5 : 4) {
                var scores = [Float](repeating: 0, count: LineEvidence.classCount)
                let isCentre = (1...2).contains(column)
                scores[isCentre ? kind : LineEvidence.between] = [9, 2, 80, 5][clarity]
                columns.append(scores)
            }
        }
        let scores = (0..<LineEvidence.classCount).flatMap { kind in columns.map { $0[kind] } }
        return LineEvidence(scores: scores, columnCount: columns.count)
    }

    private static let referenceDate = Timestamp(secondsSince1970: 1_769_817_600)

    /// An answer to a read and to an odd read, at the first place of a session.
    private static func answer(_ input: [UInt8], under cipher: BlockCipher) {
        guard let response = ResponseAPDU(encoded: input) else { return }
        let counter = SendSequenceCounter([UInt8](repeating: 0, count: cipher.blockByteCount))
        let codec = SecureMessagingCodec(
            SecureMessagingKeys(
                cipher, sharedSecret: [UInt8](repeating: 0x42, count: 16), sendSequenceCounter: counter))
        for ins: UInt8 in [0xB0, 0xB1] {
            let command = CommandAPDU(ins: ins, p1: 0, p2: 0, expectedCount: 256)
            _ = try? codec.unprotect(response, to: command, at: counter.next.next)
        }
    }

    /// Data objects of a protected answer under a right checksum, so that what lies behind it is reached.
    private static func inside(_ input: [UInt8]) {
        guard input.count >= 2 else { return }
        let objects = Array(input.dropLast(2))
        let secret = [UInt8](repeating: 0x42, count: 16)
        let counter = SendSequenceCounter.zero(for: .aes128).next.next
        let checksum = CMACKey(KeyDerivation.derive(secret, counter: 2, for: .aes128))
            .mac(over: counter.bytes + Padding.method2(objects, blockSize: 16)).prefix(8)
        guard let status = ResponseAPDU(encoded: input.suffix(2))?.status else { return }
        let response = ResponseAPDU(data: objects + [0x8E, 8] + checksum, status: status)
        let codec = SecureMessagingCodec(SecureMessagingKeys(.aes128, sharedSecret: secret))
        for ins: UInt8 in [0xB0, 0xB1] {
            let command = CommandAPDU(ins: ins, p1: 0, p2: 0, expectedCount: 256)
            _ = try? codec.unprotect(response, to: command, at: counter)
        }
    }
}
