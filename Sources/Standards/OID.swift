/// An object identifier, held as its DER content octets.
///
/// Spec: ITU-T X.690 §8.19.
public struct OID: Hashable, Sendable {
    /// The content octets, without tag and length.
    public let contents: [UInt8]

    /// Wraps content octets as they were read; they are not checked.
    public init(contents: some Sequence<UInt8>) {
        self.contents = Array(contents)
    }

    /// Encodes arcs, of which there must be at least two.
    public init(_ arcs: UInt...) {
        precondition(arcs.count >= 2 && arcs[0] <= 2, "an object identifier has two or more arcs")
        var bytes: [UInt8] = []
        for arc in [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2) {
            var groups = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                groups.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes += groups.reversed()
        }
        contents = bytes
    }

    /// Reads the dotted form; nil for anything but two or more arcs of at most 63 bits each.
    public init?(dotted text: some StringProtocol) {
        let arcs = text.split(separator: ".", omittingEmptySubsequences: false).map { arc in
            arc.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(arc) : nil
        }
        guard (2...64).contains(arcs.count), let first = arcs[0], let second = arcs[1], first <= 2,
            first == 2 || second < 40, second < 1 << 62
        else { return nil }
        var bytes: [UInt8] = []
        for arc in [first * 40 + second] + arcs.dropFirst(2) {
            guard let arc, arc < 1 << 63 else { return nil }
            var groups = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                groups.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes += groups.reversed()
        }
        contents = bytes
    }

    /// This identifier with one more arc below 128.
    public func appending(_ arc: UInt8) -> OID {
        precondition(arc < 0x80, "arcs above 127 need the full initialiser")
        return OID(contents: contents + [arc])
    }

    /// Whether this identifier lies below `parent`.
    public func isBelow(_ parent: OID) -> Bool {
        contents.count > parent.contents.count && contents.starts(with: parent.contents)
    }
}

extension OID: CustomStringConvertible {
    /// The dotted form; arcs of more than 63 bits are shown as `…`.
    public var description: String {
        var arcs: [String] = []
        var value: UInt64 = 0
        var overflowed = false
        for byte in contents {
            overflowed = overflowed || value >> 56 != 0
            value = value << 7 | UInt64(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            if overflowed {
                arcs.append("…")
            } else if arcs.isEmpty {
                let first = min(value / 40, 2)
                arcs += ["\(first)", "\(value - first * 40)"]
            } else {
                arcs.append("\(value)")
            }
            value = 0
            overflowed = false
        }
        return arcs.joined(separator: ".")
    }
}
