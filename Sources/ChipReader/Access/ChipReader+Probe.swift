import AccessControl
import CardTransport
import LDS
public import Standards

extension ChipReader where Connection: ~Copyable {
    /// Whether EF.DIR says that the chip has the application, which may be seen behind PACE alone.
    private var listsApplication: Bool {
        let listed = state.reading.bytes(of: .directory).flatMap { try? ApplicationDirectory(encoded: $0) }
        return listed?.applicationIdentifiers.contains { $0 == ElementaryFile.Application.lds1.identifier } ?? false
    }

    /// Finds out what the chip offers, without any key and without opening it.
    public mutating func probe(
        at startedAt: Timestamp, progress: @escaping (ReadProgress) -> Void = { _ in }
    ) -> ChipProbe {
        begin(ReadRequest(), at: startedAt, progress: progress)
        var hasApplication: Bool?
        var offersBAC: Bool?
        var isUnprotected: Bool?
        do {
            try readCardFiles()
            do {
                try selectApplication()
                hasApplication = true
            } catch .ended(let reason) where reason.code == Self.noApplication {
                hasApplication = false
            }
            if hasApplication == true {
                begin(step: "challenge")
                let challenge = try send(.getChallenge(8)).response
                offersBAC = challenge.status == .success && challenge.data.count == 8
                begin(step: ElementaryFile.com.name, file: .com)
                isUnprotected = false
                if case .data = try firstRead(.com, known: 0) { isUnprotected = true }
                if state.selectionRefusal != nil {
                    // A chip that offers PACE may let its application be seen behind PACE only.
                    let isSeen = offersBAC == true || isUnprotected == true
                    hasApplication = isSeen ? true : state.reading.access.offersPACE == true ? nil : false
                }
            }
        } catch {
            end(error)
        }
        if hasApplication == nil || state.selectionRefusal != nil, listsApplication { hasApplication = true }
        var announced: Int?
        if case .announced(let count) = state.extendedLength { announced = count }
        return ChipProbe(
            reading: finish(), hasApplication: hasApplication, offersBAC: offersBAC, isUnprotected: isUnprotected,
            announcedAnswerByteCount: announced)
    }
}
