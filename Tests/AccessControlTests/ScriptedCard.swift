import ByteCoding
import CardTransport
import Cryptography

/// A card that answers the commands of a script, in their order, and no others.
struct ScriptedCard: CardChannel {
    var exchanges: [(command: String, response: String)]
    private(set) var index = 0

    init(_ exchanges: [(command: String, response: String)]) {
        self.exchanges = exchanges
    }

    mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        guard index < exchanges.count, exchanges[index].command == Hexadecimal.encode(command.encoded),
            let bytes = Hexadecimal.decode(exchanges[index].response), let answer = ResponseAPDU(encoded: bytes)
        else { throw .notInTrace(index: index) }
        index += 1
        return answer
    }
}

/// A random source that hands out the bytes of a published example.
struct ScriptedRandomSource: RandomSource {
    var rest: [UInt8]

    init(_ hexadecimal: String...) {
        rest = hexadecimal.flatMap { Hexadecimal.decode($0) ?? [] }
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest.removeFirst(min(count, rest.count)) }
        return Array(rest.prefix(count))
    }
}
