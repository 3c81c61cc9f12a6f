import ByteCoding
public import CardTransport
import Cryptography
import PKI
import Standards

/// Terminal Authentication, the inspection system's side: the terminal shows by certificates and a signature what it may
/// read.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §7.1, whose steps and symbols are kept below; BSI TR-03110-3 B.3.
public struct TerminalAuthentication: Sendable {
    private let chain: CVCertificateChain
    private let signer: any TerminalSigner
    private let carriage: CommandCarriage

    public init(_ chain: CVCertificateChain, signer: any TerminalSigner, carriage: CommandCarriage) {
        self.chain = chain
        self.signer = signer
        self.carriage = carriage
    }

    /// Shows the chip the certificates, each of which it verifies by the one before (steps 1 and 2).
    public func presentCertificates(_ chip: inout some CardChannel & ~Copyable) throws(AccessControlError) {
        for certificate in chain.certificates {
            let clause = SpecReference.doc9303(11, "7.1.2", step: "1, \(certificate.holderReference)")
            let selection = CommandAPDU.manageSecurityEnvironment(
                p1: 0x81, p2: 0xB6, [DataObjectWriter.encode(0x83, certificate.authorityReference.bytes)])
            let verification = CommandAPDU(ins: 0x2A, p1: 0x00, p2: 0xBE, data: certificate.contents)
            var status: StatusWord?
            for form in carriage.forms(forData: verification.data.count) {
                try require(transmit(selection, nil, &chip), at: clause)
                let answer = try transmit(verification, form, &chip).status
                status = answer
                guard CommandCarriage.blames(answer) else { break }
            }
            guard status == .success else { throw refusal(status, ofByteCount: verification.data.count, at: clause) }
        }
    }

    /// Why a command was not taken: where it is a long one and each of its forms was refused as a form, or there is none,
    /// it is the length and not what is in it.
    private func refusal(
        _ status: StatusWord?, ofByteCount count: Int, at clause: SpecReference
    ) -> AccessControlError {
        let isLong = count > carriage.shortDataByteCount
        guard let status, !(isLong && CommandCarriage.blames(status)) else {
            return .tooLong(byteCount: count, status, at: clause)
        }
        return .refused(status, at: clause)
    }

    /// Version 1, after Chip Authentication: signs the chip's challenge (steps 3 to 5).
    ///
    /// - Parameters:
    ///   - chipIdentifier: ID_IC: the document number with its check digit after BAC, Comp(PK_DH,IC) after PACE.
    ///   - terminalKeyCompressed: Comp(PK_DH,IFD) of the terminal's key in Chip Authentication.
    public func prove(
        _ chip: inout some CardChannel & ~Copyable, chipIdentifier: [UInt8], terminalKeyCompressed: [UInt8]
    ) throws(AccessControlError) {
        let objects = [DataObjectWriter.encode(0x83, chain.terminalReference)]
        try prove(&chip, objects, chipIdentifier: chipIdentifier, terminalKeyCompressed, auxiliaryData: [])
    }

    /// Version 2, before Chip Authentication: announces the terminal's key for it and signs the chip's challenge.
    ///
    /// - Parameter auxiliaryData: DO'67' whole, or nothing.
    ///
    /// Spec: BSI TR-03110-3 §3.3 and B.3.
    public func proveTwo(
        _ chip: inout some CardChannel & ~Copyable, chipIdentifier: [UInt8], terminalKeyCompressed: [UInt8],
        auxiliaryData: [UInt8] = []
    ) throws(AccessControlError) {
        let objects = [
            DataObjectWriter.encode(0x80, chain.algorithm?.contents ?? []),
            DataObjectWriter.encode(0x83, chain.terminalReference), auxiliaryData,
            DataObjectWriter.encode(0x91, terminalKeyCompressed),
        ]
        try prove(&chip, objects, chipIdentifier: chipIdentifier, terminalKeyCompressed, auxiliaryData: auxiliaryData)
    }

    private func prove(
        _ chip: inout some CardChannel & ~Copyable, _ objects: [[UInt8]], chipIdentifier: [UInt8],
        _ terminalKeyCompressed: [UInt8], auxiliaryData: [UInt8]
    ) throws(AccessControlError) {
        guard let identifier = chain.algorithm, let algorithm = SignatureAlgorithm(terminalAuthentication: identifier)
        else { throw .signing(.unusableKey(.algorithmDoesNotFitKey), at: step("4")) }
        var refusedFormCount = 0
        while true {
            // 3) The chip's nonce.
            let selection = CommandAPDU.manageSecurityEnvironment(p1: 0x81, p2: 0xA4, objects)
            try require(transmit(selection, nil, &chip), at: step("3"))
            let rIC = try chip.send(.getChallenge(8), expecting: 8, at: step("3"))

            // 4) s = Sign(SK_IFD, ID_IC ‖ r_IC ‖ Comp(PK_DH,IFD)), with the auxiliary data behind it.
            let message = chipIdentifier + rIC + terminalKeyCompressed + auxiliaryData
            let signature: [UInt8]
            do { signature = try signer.sign(message, algorithm: algorithm) } catch {
                throw .signing(error, at: step("4"))
            }

            // 5) The chip verifies it by the terminal's certificate. Where it is the form of the command that it refuses,
            // another challenge is signed for the next form.
            let forms = carriage.forms(forData: signature.count)
            guard forms.indices.contains(refusedFormCount) else {
                throw refusal(nil, ofByteCount: signature.count, at: step("5"))
            }
            let command = CommandAPDU(ins: 0x82, p1: 0x00, p2: 0x00, data: signature)
            let status = try transmit(command, forms[refusedFormCount], &chip).status
            if status == .success { return }
            refusedFormCount += 1
            guard CommandCarriage.blames(status), refusedFormCount < forms.count else {
                throw refusal(status, ofByteCount: signature.count, at: step("5"))
            }
        }
    }

    // MARK: Commands

    private func transmit(
        _ command: CommandAPDU, _ form: CommandCarriage.LongForm?, _ chip: inout some CardChannel & ~Copyable
    ) throws(AccessControlError) -> ResponseAPDU {
        do { return try chip.transmit(command, as: form, pieces: carriage.shortDataByteCount) } catch {
            throw .transport(error)
        }
    }

    private func require(_ answer: ResponseAPDU, at clause: SpecReference) throws(AccessControlError) {
        guard answer.status == .success else { throw .refused(answer.status, at: clause) }
    }

    private func step(_ number: String) -> SpecReference { .doc9303(11, "7.1.2", step: number) }
}

extension CVCertificateChain {
    fileprivate var terminalReference: [UInt8] { terminal?.holderReference.bytes ?? [] }
    fileprivate var algorithm: OID? { terminal?.publicKey.identifier }
}
