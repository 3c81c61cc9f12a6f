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
