/// One entry of an LDIF file: a record of a directory, or a change to it.
///
/// Spec: RFC 2849.
public struct LDIFEntry: Hashable, Sendable {
    /// The number of its first line, from 1.
    public let line: Int
    public let distinguishedName: String
    public let change: Change
    /// Attribute descriptions in lower case, with their options (`usercertificate;binary`), in stored order.
    public let attributes: [Attribute]

    public struct Attribute: Hashable, Sendable {
        public let name: String
        public let value: [UInt8]

        package init(name: String, value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    package init(line: Int, distinguishedName: String, change: Change, attributes: [Attribute]) {
        self.line = line
        self.distinguishedName = distinguishedName
        self.change = change
        self.attributes = attributes
    }

    /// What the entry does to the directory.
    public enum Change: String, Hashable, Sendable {
        /// It is there: a record of contents, or one that is added.
        case add
        case delete
        /// Attributes are put in or exchanged; those that a change takes away are not among `attributes`.
        case modify
        /// It gets another name, which changes nothing that it holds.
        case rename
    }

    /// Every value of an attribute, whatever options it was given with.
    public func values(_ name: String) -> [[UInt8]] {
        let wanted = name.lowercased()
        return attributes.filter { $0.name == wanted || $0.name.hasPrefix("\(wanted);") }.map(\.value)
    }
}

/// Why an entry of an LDIF file cannot be used.
public struct LDIFFault: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    public let line: Int
    public let reason: Reason

    public enum Reason: Hashable, Sendable {
        /// Neither `name: value` nor the rest of one.
        case malformedLine
        case malformedBase64
        /// A value that lies elsewhere (`name:< url`), which is not fetched.
        case valueElsewhere
        /// A line, with what is folded onto it, of more than this many bytes.
        case oversizedLine(limit: Int)
        /// More attributes than any entry has.
        case oversizedEntry(limit: Int)
        case unknownChange(String)
        case nameMissing
        case unsupportedVersion
    }

    init(_ reason: Reason, line: Int) {
        self.reason = reason
        self.line = line
    }
}

extension LDIFFault: CustomStringConvertible {
    public var description: String {
        let what =
            switch reason {
            case .malformedLine: "the line is neither 'name: value' nor the rest of one"
            case .malformedBase64: "the value is not base64"
            case .valueElsewhere: "the value lies elsewhere, and is not fetched"
            case .oversizedLine(let limit): "the line has more than \(limit) bytes"
            case .oversizedEntry(let limit): "the entry has more than \(limit) attributes"
            case .unknownChange(let word): "'\(word.prefix(32))' is no kind of change"
            case .nameMissing: "the entry does not begin with 'dn:'"
            case .unsupportedVersion: "the file is of a version that is not known"
            }
        return "\(what), on line \(line)"
    }
}
