import LDS

/// Which data groups to read, in which order, by what EF.COM and EF.SOD list.
///
/// What the verdict rests on comes first and the portrait last, so that a read that breaks off has lost the least.
struct ReadPlan: Hashable {
    /// Data groups to read before Active Authentication: what it is made with and verified by.
    let beforeAuthentication: [DataGroup]
    /// Data groups to read after it.
    let afterAuthentication: [DataGroup]
    /// Listed, and not to be touched without terminal authentication.
    let protected: [DataGroup]
    /// Listed, and to be read once the terminal has authenticated itself, as far as it may.
    let afterTerminalAuthentication: [DataGroup]
    /// Listed, and left out by the request.
    let skipped: [DataGroup]
    /// Whether the chip is to be asked to sign a challenge.
    let authenticates: Bool
    /// Whether the chip is to be asked for Chip Authentication.
    let authenticatesChip: Bool

    /// Plans a read; nil for a list that could not be read.
    init(com: [DataGroup]?, sod: [DataGroup]?, request: ReadRequest) {
        let listed = Set((com ?? []) + (sod ?? []))
        // A group that is asked for by number is tried whether or not it is listed.
        let candidates = (listed.isEmpty ? Self.usual : listed).union(request.groups ?? [])
        authenticates = request.performsActiveAuthentication && candidates.contains(.dg15)

        authenticatesChip = request.performsChipAuthentication && candidates.contains(.dg14)

        let forAuthentication: Set<DataGroup> = authenticates ? [.dg14, .dg15] : authenticatesChip ? [.dg14] : []
        var asked = request.groups.map { $0.union(forAuthentication) } ?? candidates
        if request.skipsPortrait { asked.remove(.dg2) }
        let isProtected = { (group: DataGroup) in group.needsTerminalAuthentication && !request.readsProtectedGroups }
        let isGranted = { (group: DataGroup) in request.terminal != nil && asked.contains(group) }

        afterTerminalAuthentication = candidates.filter { isProtected($0) && isGranted($0) }.sorted()
        protected = candidates.filter { isProtected($0) && !isGranted($0) }.sorted()
        skipped = candidates.filter { !isProtected($0) && !asked.contains($0) }.sorted()
        let read = candidates.filter { !isProtected($0) && asked.contains($0) }
        beforeAuthentication = read.filter { $0 == .dg14 || $0 == .dg15 }.sorted()
        afterAuthentication =
            read.filter { $0 != .dg14 && $0 != .dg15 }.sorted { Self.rank($0) < Self.rank($1) }
    }

    /// DG1, the small groups by number, the images, and last what may end the session.
    private static func rank(_ group: DataGroup) -> Int {
        switch group {
        case .dg1: 0
        case .dg5, .dg7: 100 + group.rawValue
        case .dg2: 200
        case .dg3, .dg4: 300 + group.rawValue
        default: group.rawValue
        }
    }

    /// What is tried where nothing is listed.
    private static let usual: Set<DataGroup> = [.dg1, .dg2, .dg11, .dg12, .dg14, .dg15]
}
