import CardTransport
import Standards

extension CardChannel where Self: ~Copyable {
    /// Sends one step of a protocol and returns an answer of exactly `count` bytes.
    mutating func send(_ command: CommandAPDU, expecting count: Int, at clause: SpecReference)
        throws(AccessControlError) -> [UInt8]
    {
        let answer: ResponseAPDU
        do { answer = try transmit(command) } catch { throw .transport(error) }
        guard answer.status == .success else { throw .refused(answer.status, at: clause) }
        guard answer.data.count == count else {
            throw .wrongLength(expected: count, found: answer.data.count, at: clause)
        }
        return answer.data
    }
}
