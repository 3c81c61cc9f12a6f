/// Brings BER with indefinite lengths to definite ones.
///
/// Data objects without an indefinite length anywhere inside stay byte for byte as they are, so what a signature covers
/// is kept. Works in one pass with a stack of its own: no depth of nesting can exhaust the program's.
///
/// Spec: ITU-T X.690 §8.1.3.6.
public enum BERNormaliser {
    /// The most bytes of one file.
    public static let byteLimit = 4 << 20
    /// The most levels of nesting.
    public static let depthLimit = 64
    /// The most data objects.
    public static let countLimit = 200_000

    /// Returns the same data objects with definite lengths.
    ///
    /// - Parameter bytes: One or more complete data objects.
    /// - Throws: `DecodingFailure`, whose offset counts from the start of `bytes`.
    public static func normalise(_ bytes: [UInt8]) throws(DecodingFailure) -> [UInt8] {
        guard bytes.count <= byteLimit else { throw DecodingFailure(.tooComplex(limit: byteLimit), at: byteLimit) }
        var scan = Scan(bytes)
        try scan.run()
        return scan.output()
    }
}

/// One data object, as the scan finds it.
private struct Node {
    /// Where identifier octets, contents and the object begin and end in the input.
    let start: Int
    let lengthStart: Int
    let contentStart: Int
    /// The end of the contents; for an indefinite length not known before its end-of-contents octets.
    var contentEnd: Int
    var end: Int
    let isIndefinite: Bool
    /// Whether this object or one inside has an indefinite length.
    var isChanged: Bool
    /// The count of the contents in the output.
    var outputCount = 0
    /// The index after the last object inside, in order of appearance.
    var next = 0

    /// The count of the whole object in the output.
    var outputTotal: Int {
        isChanged
            ? lengthStart - start + DataObjectWriter.length(outputCount).count + outputCount
            : end - start
    }
}

private struct Scan {
    private let bytes: [UInt8]
    private var nodes: [Node] = []
    /// The objects that are open, from the outside in, each with the offset it must not pass.
    private var open: [(node: Int, limit: Int)] = []
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func run() throws(DecodingFailure) {
        while true {
            closeDefinite()
            if try closeIndefinite() { continue }
            if open.isEmpty && position == bytes.count { return }
            try enter()
        }
    }

    /// Leaves every definite object that ends here.
    private mutating func closeDefinite() {
        while let (node, limit) = open.last, !nodes[node].isIndefinite, position == limit {
            close(node, contentEnd: position)
        }
    }

    /// Leaves the innermost object if it is indefinite and its end-of-contents octets are next.
    private mutating func closeIndefinite() throws(DecodingFailure) -> Bool {
        guard let (node, limit) = open.last, nodes[node].isIndefinite else { return false }
        guard limit - position >= 2 else {
            throw DecodingFailure(.truncated(needed: 2, available: limit - position), at: position)
        }
        guard bytes[position] == 0, bytes[position + 1] == 0 else { return false }
        position += 2
        close(node, contentEnd: position - 2)
        return true
    }

    private mutating func close(_ node: Int, contentEnd: Int) {
        open.removeLast()
        nodes[node].contentEnd = contentEnd
        nodes[node].end = position
        nodes[node].next = nodes.count
        if !nodes[node].isChanged { nodes[node].outputCount = contentEnd - nodes[node].contentStart }
        report(nodes[node])
    }

    /// Adds a finished object to the one around it.
    private mutating func report(_ finished: Node) {
        guard let parent = open.last?.node else { return }
        nodes[parent].outputCount += finished.outputTotal
        if finished.isChanged { nodes[parent].isChanged = true }
    }

    /// Reads the header of the next object and opens it, or takes it whole if it is primitive.
    private mutating func enter() throws(DecodingFailure) {
        guard nodes.count < BERNormaliser.countLimit else {
            throw DecodingFailure(.tooComplex(limit: BERNormaliser.countLimit), at: position)
        }
        let limit = open.last?.limit ?? bytes.count
        var reader = ByteReader(bytes[position..<limit])
        _ = try reader.tag()
        let lengthStart = reader.offset
        let isConstructed = bytes[position] & 0x20 != 0
        let isIndefinite = reader.next == 0x80
        let count: Int
        if isIndefinite {
            guard isConstructed else { throw DecodingFailure(.indefiniteLength, at: lengthStart) }
            _ = try reader.take(1)
            count = 0
        } else {
            count = try reader.length()
            guard count <= reader.remaining else {
                throw DecodingFailure(.truncated(needed: count, available: reader.remaining), at: reader.offset)
            }
        }
        let end = reader.offset + count
        var node = Node(
            start: position, lengthStart: lengthStart, contentStart: reader.offset, contentEnd: end, end: end,
            isIndefinite: isIndefinite, isChanged: isIndefinite)
        if isConstructed {
            guard open.count < BERNormaliser.depthLimit else {
                throw DecodingFailure(.tooComplex(limit: BERNormaliser.depthLimit), at: position)
            }
            nodes.append(node)
            open.append((nodes.count - 1, isIndefinite ? limit : end))
            position = reader.offset
        } else {
            node.outputCount = count
            node.next = nodes.count + 1
            nodes.append(node)
            position = end
            report(node)
        }
    }

    /// Writes the objects in order: changed ones by their parts, others as they are.
    func output() -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < nodes.count {
            let node = nodes[index]
            if node.isChanged {
                output += bytes[node.start..<node.lengthStart]
                output += DataObjectWriter.length(node.outputCount)
                index += 1
            } else {
                output += bytes[node.start..<node.end]
                index = node.next
            }
        }
        return output
    }
}
