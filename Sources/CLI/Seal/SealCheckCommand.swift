import Foundation
import MRZ
import PKI
import Seals
import Standards
import Trust

extension Command {
    static let sealCheck = Command(
        "seal", "check",
        summary: "read a visible digital seal and judge it",
        discussion: """
            A seal as a bar code reader hands it on: its bytes, hexadecimal digits or base64 of them (Doc 9303-13, VDS), or \
            JSON (VDS-NC). Which it is, its content tells. Seals are not read from pictures yet.
            A seal of bytes names its signer, whose certificate --signer gives; one in JSON brings it along. Who may have \
            issued that certificate, --csca says; without it the answer is that nothing can be decided. With --mrz-file, what \
            is sealed is compared with what is printed; the zone of a passport is compared with the number that a visa holds.

            The exit status is 0 where the seal is accepted, 1 where it is rejected, 2 where it cannot be decided, and 3 where \
            it is no seal.
            """,
        operands: [Operand("FILE", "the content of the bar code, or - for standard input")],
        options: [
            .value(
                "signer", "FILE", "certificates of signers of seals, DER or PEM; may be repeated", isRepeatable: true)
        ] + JudgementOptions.options + [
            .value("mrz-file", "FILE", "a file with the printed lines of the document, to compare"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example(
                "emrtd issue seal --out seals/ && emrtd seal check seals/visa.vds --signer seals/signer.cer "
                    + "--csca seals/csca.cer",
                "the visa of the specimen state, accepted")
        ]
    ) { invocation in
        let path = invocation.operands[0]
        guard path != "-" || invocation["mrz-file"] != "-" else {
            throw UsageError("standard input holds one thing", command: invocation.command)
        }
        let judgement = try JudgementOptions(invocation)
        let signers = try signers(invocation)
        let printed = try invocation["mrz-file"].map { try zone(in: InputText.read($0)) }
        let bytes = try InputText.bytes(path, limit: 64 << 20)
        let seal: VisibleDigitalSeal
        do throws(SealError) { seal = try VisibleDigitalSeal(reading: bytes) } catch {
            throw CommandError("'\(path)' is no seal that can be read: \(error)", hint: hint(error))
        }
        let result = judgement.authentication(signers: signers).evaluateSeal(seal, printed: printed)
        try judgement.material.requireAnswers()
        let view = SealView(seal, result)
        if invocation[flag: "json"] {
            try Terminal.printJSON(view.tree)
        } else {
            Terminal.print(view.text(width: Terminal.isInteractive ? Terminal.width : 80))
        }
        return switch result.verdict {
        case .accepted: .success
        case .undecided: .undecided
        case .rejected: .rejected
        }
    }

    /// The printed lines as they were read; no repair is made, since they are compared.
    private static func zone(in text: String) throws -> MachineReadableZone {
        do { return try MRZReading(text, referenceDate: .now).zone } catch {
            throw CommandError(
                "the text holds no machine readable zone",
                hint: "it is the two or three lines of capital letters, digits and < at the edge of the page")
        }
    }

    private static func signers(_ invocation: Invocation) throws -> [Certificate] {
        var signers: [Certificate] = []
        for path in invocation[all: "signer"] {
            let file = try InputText.bytes(path, limit: 16 << 20)
            do {
                let found = try CertificateFile.certificates(in: file)
                guard !found.isEmpty else { throw CommandError("'\(path)' holds no certificate in DER or PEM") }
                signers += found
            } catch let error as CommandError {
                throw error
            } catch {
                throw CommandError("'\(path)' holds no certificate in DER or PEM: \(error)")
            }
        }
        return signers
    }

    private static func hint(_ error: SealError) -> String? {
        switch error {
        case .picture: "read the bar code with another program, and hand its content in"
        case .empty, .unrecognised: "a seal begins with the byte DC, or is JSON with 'data' and 'sig'"
        case .oversized, .unknownVersion, .malformed, .malformedJSON, .missingMember, .wrongMember,
            .malformedCertificate:
            nil
        }
    }
}
