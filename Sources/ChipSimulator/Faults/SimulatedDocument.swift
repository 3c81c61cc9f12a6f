public import Cryptography
public import Issuing

/// What a simulated chip is made of before it is: a document and a behaviour, both of which a fault may change.
public struct SimulatedDocument: Sendable {
    public var document: IssuedDocument
    public var behaviour: ChipBehaviour
    /// Another document whose chip answers from some command on; nil where one chip does all.
    public var relay: (document: IssuedDocument, afterCommand: Int)?

    public init(_ document: IssuedDocument, behaviour: ChipBehaviour = ChipBehaviour()) {
        self.document = document
        self.behaviour = behaviour
    }

    /// The chip of this document with a fault and a forgery, where those are given.
    public static func chip(
        _ document: IssuedDocument, behaviour: ChipBehaviour = ChipBehaviour(), fault: FaultProfile? = nil,
        forgery: ForgeryProfile? = nil
    ) throws(IssuingError) -> SimulatedChip {
        var simulated = SimulatedDocument(document, behaviour: behaviour)
        try forgery?.apply(&simulated)
        try fault?.apply(&simulated)
        return simulated.chip()
    }

    /// The chip as it is by now.
    public func chip(random: any RandomSource = SystemRandomSource()) -> SimulatedChip {
        var chip = SimulatedChip(document, behaviour: behaviour, random: random)
        if let relay {
            chip.relay(
                to: SimulatedChip(relay.document, behaviour: behaviour), afterCommand: relay.afterCommand)
        }
        return chip
    }
}
