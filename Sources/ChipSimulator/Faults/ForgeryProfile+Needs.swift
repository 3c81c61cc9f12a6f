public import Issuing

extension ForgeryProfile {
    /// What a document must have for a forgery to be about it.
    public struct Need: Sendable {
        public let part: Part
        /// The forgery of the same kind for documents that lack it.
        public let alternative: String

        /// What may be lacking, in words.
        public enum Part: String, CaseIterable, Hashable, Sendable {
            case activeAuthentication = "Active Authentication"
            case privateKey = "private key"
        }

        /// Whether a document has it.
        public func isMet(by document: IssuedDocument) -> Bool {
            switch part {
            case .activeAuthentication: document.activeAuthentication != nil
            case .privateKey: document.activeAuthentication != nil || !document.chipAuthentication.isEmpty
            }
        }

        static func activeAuthentication(else alternative: String) -> Need {
            Need(part: .activeAuthentication, alternative: alternative)
        }

        static func privateKey(else alternative: String) -> Need {
            Need(part: .privateKey, alternative: alternative)
        }
    }
}
