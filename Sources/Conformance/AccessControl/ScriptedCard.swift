package import CardTransport
import Cryptography

/// A card that answers the commands of a script, in their order, and no others.
package struct ScriptedCard: CardChannel {
    package let exchanges: [(command: [UInt8], response: [UInt8])]
    /// How many commands came.
    package private(set) var index = 0

    package init(_ exchanges: [(command: [UInt8], response: [UInt8])]) {
        self.exchanges = exchanges
    }

    package mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        guard index < exchanges.count, exchanges[index].command == command.encoded,
            let answer = ResponseAPDU(encoded: exchanges[index].response)
        else { throw .notInTrace(index: index) }
        index += 1
        return answer
    }
}

/// A random source that hands out the bytes of a published example, then zeros.
package struct ListedRandomSource: RandomSource {
    private var rest: [UInt8]

    package init(_ bytes: [UInt8]) {
        rest = bytes
    }

    package mutating func bytes(_ count: Int) -> [UInt8] {
        let drawn = rest.prefix(count) + [UInt8](repeating: 0, count: max(0, count - rest.count))
        rest.removeFirst(min(count, rest.count))
        return Array(drawn)
    }
}
