import LDS

/// A list of data groups as it is typed: `1,2,11`.
enum DataGroupList {
    /// The groups of a list; nil where there is no list.
    static func parse(_ text: String?, command: Command) throws(UsageError) -> Set<DataGroup>? {
        guard let text else { return nil }
        var groups: Set<DataGroup> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = part.filter { !$0.isWhitespace }.lowercased()
            let digits = word.hasPrefix("dg") ? String(word.dropFirst(2)) : word
            guard let number = Int(digits), let group = DataGroup(rawValue: number) else {
                throw UsageError(
                    "'\(part)' is no data group", hint: "data groups have the numbers 1 to 16: --groups 1,2,11.",
                    command: command)
            }
            groups.insert(group)
        }
        return groups
    }
}
