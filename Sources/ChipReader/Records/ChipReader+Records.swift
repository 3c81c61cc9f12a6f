import AccessControl
import CardTransport
import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Reads the applications of LDS2: their records, the certificates of those who signed them, and the files of
    /// additional biometrics. They come last, since everything that an inspection decides by lies elsewhere.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.7, §3.8 and §5.
    mutating func readRecords() throws(ReadInterruption) {
        if state.request.records == .none {
            for file in listedApplications.flatMap(RecordFile.all) where state.reading[file] == nil {
                enter(file, .skipped)
            }
        }
        for application in recordApplications { try readRecords(of: application) }
    }

    /// The applications of LDS2 to read.
    var recordApplications: [ElementaryFile.Application] {
        switch state.request.records {
        case .none: []
        case .all: Self.lds2
        case .listed: listedApplications
        }
    }

    private static var lds2: [ElementaryFile.Application] { [.travelRecords, .visaRecords, .additionalBiometrics] }

    /// Those that EF.DIR lists, or the copy of it that DG14 or EF.CardSecurity has.
    private var listedApplications: [ElementaryFile.Application] {
        let infos = [ElementaryFile.dataGroup(.dg14), .cardAccess].compactMap { state.reading.bytes(of: $0) }
            .compactMap { try? SecurityInfos(encoded: $0) }
        let copies = infos.flatMap(\.infos).compactMap { info -> [UInt8]? in
            if case .applicationDirectory(let bytes) = info.content { bytes } else { nil }
        }
        let directories = ([state.reading.bytes(of: .directory)] + copies).compactMap { $0 }
            .compactMap { try? ApplicationDirectory(encoded: $0) }
        return Self.lds2.filter { application in directories.contains { $0.lists(application) } }
    }

    private mutating func readRecords(of application: ElementaryFile.Application) throws(ReadInterruption) {
        let files = RecordFile.all(in: application)
        let allowed = files.filter { file in isAllowed { $0.mayRead(file) } }
        for file in files where !allowed.contains(file) && state.reading[file] == nil { enter(file, .protected) }
        if allowed.count < files.count, grantedRights != nil {
            remark(Remark.noRightToRecords(application))
        }
        for file in allowed { try read(file) }
        if application == .additionalBiometrics { try readAdditionalBiometrics() }
    }

    // MARK: Rights

    /// Whether the terminal may read something, as far as it can know: a chip that offers Terminal Authentication is
    /// asked for what the terminal was let in for, and any other chip for everything.
    func isAllowed(_ isGranted: (RecordRights) -> Bool) -> Bool {
        grantedRights.map(isGranted) ?? !offersTerminalAuthentication
    }

    /// What the terminal was let in for; nil where it was not let in.
    private var grantedRights: RecordRights? {
        guard case .accepted = state.reading.terminalAuthentication?.outcome else { return nil }
        return state.authentication.recordRights
    }

    private var offersTerminalAuthentication: Bool {
        if state.pace?.session.authorityReferences.isEmpty == false { return true }
        let infos = [ElementaryFile.dataGroup(.dg14), .cardAccess].compactMap { state.reading.bytes(of: $0) }
        return infos.contains { (try? SecurityInfos(encoded: $0))?.terminalAuthentication.isEmpty == false }
    }

    // MARK: Selection

    /// Selects an application of LDS2, or the eMRTD application after one of them, unless it is selected.
    ///
    /// - Returns: What the chip answers; success where nothing is to be selected.
    mutating func reach(_ application: ElementaryFile.Application) throws(ReadInterruption) -> StatusWord {
        guard application != .masterFile, state.records.application != application else { return .success }
        guard let name = application.identifier, application != .lds1 else {
            if state.records.application != nil { try selectApplication() }
            return .success
        }
        state.position = .elsewhere
        var status = StatusWord.fileNotFound
        let forms = CommandAPDU.selectApplicationForms(name)
        for form in forms.indices.dropFirst(state.selectApplicationForm) {
            status = try send(forms[form]).response.status
            if status == .success { state.records.application = application }
            if status == .success || status == .fileNotFound || status == .securityStatusNotSatisfied { break }
        }
        return status
    }

    /// Selects the eMRTD application after one of LDS2, through losses of the card.
    mutating func selectAgain() throws(ReadInterruption) {
        while state.records.application != nil {
            do { _ = try reach(.lds1) } catch {
                guard case .transport(let cause) = error else { throw error }
                try recover(from: cause)  // which selects it
            }
        }
    }

    // MARK: Additional biometrics

    /// Reads the files of additional biometrics that the terminal may read: those that visas name, and from the first on
    /// until several in a row are missing.
    private mutating func readAdditionalBiometrics() throws(ReadInterruption) {
        let named = namedBiometrics
        var missingInARow = 0
        for number in 1...64 {
            guard let file = ElementaryFile.additionalBiometrics(number) else { continue }
            guard named.contains(number) || missingInARow < Self.maximumGap else { continue }
            guard isAllowed({ $0.mayRead(biometrics: number) }) else {
                if named.contains(number), state.reading[file] == nil { enter(file, .protected) }
                continue
            }
            if case .read? = state.reading[file]?.outcome { continue }
            begin(step: file.name, file: file)
            let recoveryCount = state.totalRecoveryCount
            let outcome = try outcome(of: file)
            if outcome.isAbsent {
                missingInARow += 1
                if named.contains(number) { enter(file, outcome) }
            } else {
                missingInARow = 0
                enter(file, outcome)
            }
            // A chip that ends the session over files that it does not have is not asked for more of them.
            if !outcome.isRead, state.totalRecoveryCount > recoveryCount { missingInARow = Self.maximumGap }
        }
    }

    /// How many files or records may be missing in a row before the rest is taken to be missing too.
    static var maximumGap: Int { 8 }

    /// The numbers of the files that visas refer to.
    private var namedBiometrics: Set<Int> {
        let visas = state.reading.records.filter { $0.file == .visaRecords }
            .compactMap { try? VisaRecord(encoded: $0.bytes) }
        return Set(visas.compactMap(\.biometricsFile).map { $0 - 0x0200 }.filter((1...64).contains))
    }
}
