import ByteCoding
import CardTransport
import Cryptography
import SecureMessaging

/// The cryptogram of a first command and the answer to it, as far as a publication prints them.
package struct SessionFragmentVector: ConformanceVector {
    package static let places = ["secure-messaging/bsi-eac-worked-example.json"]

    package let id: String
    package let cipher: CipherName
    package let ksEnc: HexBytes
    package let ksMAC: HexBytes
    package let plain: HexBytes
    package let cryptogramAtCounter1: HexBytes
    package let protectedResponseAtCounter2: HexBytes

    package var requiredAlgorithms: [String] { [cipher.requiredAlgorithm] }

    package func check() throws {
        let cipher = cipher.cipher
        try compare("length of ksEnc", ksEnc.bytes.count, with: cipher.keyByteCount)
        try compare("length of ksMAC", ksMAC.bytes.count, with: cipher.keyByteCount)
        try require("length of plain", plain.bytes.count, is: "at most 255") { $0 <= 255 }
        let keys = SecureMessagingKeys(cipher, ksEnc: ksEnc.bytes, ksMAC: ksMAC.bytes)
        let codec = SecureMessagingCodec(keys)
        let command = CommandAPDU(ins: 0x22, p1: 0x81, p2: 0xB6, data: plain.bytes)
        let first = keys.sendSequenceCounter.next

        let object = DataObjectWriter.encode(0x87, [0x01] + cryptogramAtCounter1.bytes)
        let data = codec.protect(command, at: first).data
        try compare("cryptogramAtCounter1", Array(data.prefix(object.count)), with: object)

        guard let answer = ResponseAPDU(encoded: protectedResponseAtCounter2.bytes) else {
            throw Mismatch("protectedResponseAtCounter2", expected: "an answer", found: "less than two bytes")
        }
        let status = try codec.unprotect(answer, to: command, at: first.next).status
        try compare("protectedResponseAtCounter2", status, with: .success)
    }
}
