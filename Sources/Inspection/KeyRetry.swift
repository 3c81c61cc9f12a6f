public import ChipReader
public import LDS
public import MRZ
import Standards

extension AccessReading {
    /// Whether the chip stayed closed over a key that it did not take, as far as its answer tells.
    package var refusedKey: Bool { used == nil && Self.refusals.contains(failure?.code ?? "") }

    /// Whether the answer says that the key is wrong, and that nothing is counted.
    fileprivate var refusedUncountedKey: Bool {
        used == nil && remainingTries == nil && Self.plainRefusals.contains(failure?.code ?? "")
            && !attempts.contains { $0.reason.code.hasSuffix("Counted") }
    }

    /// What chips answer to a wrong key, and to nothing else as far as it is known what they offer.
    private static let plainRefusals: Set<String> = ["wrongKey", "accessDenied", "conditionsNotSatisfied"]
    private static let refusals = plainRefusals.union([
        "wrongKeyCounted", "accessDeniedPACE", "conditionsNotSatisfiedPACE",
    ])
}

extension CapturedMRZ {
    /// The other reading of the key that may be tried, once, after the chip has refused the first one.
    ///
    /// Only a key that a chip does not count is tried again: never after a CAN, a PIN or a PUK, never where the chip named
    /// the tries that are left, and not where it took long to refuse, since such chips take longer each time (field note 8).
    /// And only a reading that the picture itself allows, with some chance, is worth a try.
    ///
    /// - Returns: nil where nothing may be tried, or nothing is worth it.
    public func retry(after reading: ChipReading, _ request: ReadRequest) -> Rereading? {
        guard retry == nil, request.password == nil, request.passwordOnReader == nil, request.resume == nil,
            request.key == zone.keyInformation, reading.access.refusedUncountedKey, !reading.hasDelayedRefusal
        else { return nil }
        return keyRereadings(limit: 1).first { $0.isSeen && $0.share >= Self.leastRetryShare }
    }

    /// The chance from which on another reading of the key goes to the chip.
    ///
    /// A try costs a second or more, and some chips answer later with each wrong key, the right one after it included: it
    /// is sent where it opens at least one chip of twenty. What is less probable is for people to compare and to type.
    public static let leastRetryShare = 0.05
}

extension ChipReading {
    /// Basic Access Control takes a fraction of a second; a chip that needs longer to say no defends itself.
    fileprivate var hasDelayedRefusal: Bool {
        steps.contains { $0.name == "bac" && $0.duration > .seconds(2) }
    }
}
