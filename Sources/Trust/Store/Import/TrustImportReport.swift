/// What an import changed: by source, and by state.
public struct TrustImportReport: Hashable, Sendable {
    /// What came of each source, in the order they were given.
    public var sources: [SourceResult] = []
    /// What changed for each state, by its two letters; certificates and lists that name none are under an empty name.
    public var states: [String: StateChange] = [:]
    /// Numbers of a collection of the ICAO PKD that are missing between two that are there.
    public var gaps: [CollectionGap] = []
    /// How many changes the store has seen before and after; equal where nothing was new.
    public var generations: ClosedRange<Int> = 0...0

    public init() {}

    /// What came of one source.
    public struct SourceResult: Hashable, Sendable {
        public var source: TrustDelivery.Source
        /// How the store sees the source now.
        public var standing: TrustDelivery.Standing
        /// Whether the same bytes were imported before.
        public var isKnown: Bool
        public var certificates = Count()
        public var revocationLists = Count()
        public var deviationLists = Count()
        public var defectLists = Count()
        /// Certificates that were marked as withdrawn.
        public var withdrawn = 0
        /// Revocation lists that a directory has no longer; they stay, since what is revoked stays so.
        public var keptRevocationLists = 0
        /// Entries that a directory has no longer, and of which the store holds nothing.
        public var unknownEntries = 0
        public var refused: [TrustDelivery.Refusal]
    }

    /// How many of something were new, and how many the store had.
    public struct Count: Hashable, Sendable {
        public var new = 0
        public var known = 0

        public init(new: Int = 0, known: Int = 0) {
            self.new = new
            self.known = known
        }

        mutating func add(isNew: Bool) {
            if isNew { new += 1 } else { known += 1 }
        }
    }

    /// What changed for one state.
    public struct StateChange: Hashable, Sendable {
        /// Country signing certificates that are trusted now and were not before.
        public var anchors = 0
        /// Link certificates that are trusted now and were not before.
        public var links = 0
        /// Those of both that are trusted because a trusted key vouches for theirs.
        public var trustedByLink = 0
        /// Country signing and link certificates that are new and not trusted.
        public var untrusted = 0
        /// Country signing and link certificates that were trusted and are not any more.
        public var noLongerTrusted = 0
        public var documentSigners = 0
        public var otherCertificates = 0
        public var revocationLists = 0
        public var deviationLists = 0
        public var withdrawn = 0
        public var refused = 0
    }

    /// Versions of a collection that were never imported.
    public struct CollectionGap: Hashable, Sendable {
        public var collection: String
        /// The first and the last that are missing.
        public var missing: ClosedRange<Int>

        public init(collection: String, missing: ClosedRange<Int>) {
            self.collection = collection
            self.missing = missing
        }
    }
}
