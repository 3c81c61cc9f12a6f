import Foundation
import Standards
import Trust

/// This user's trust store: certificates of issuing states make the difference between undecided and accepted.
enum StoreDiagnosis {
    static var ofThisUser: Diagnosis { diagnosis(of: StoreLocation.standard, at: .now) }

    static func diagnosis(of path: String, at time: Timestamp) -> Diagnosis {
        let statistics: TrustStatistics
        do throws(TrustStoreError) {
            let store = try TrustStore(path: path, patience: .seconds(2))
            try store.checkIntegrity()
            statistics = try store.statistics(at: time)
        } catch .notFound {
            return Diagnosis(
                "trustAnchors", .warning, "there is no trust store yet",
                hint:
                    "import the lists of issuing states with 'emrtd trust import', or hand certificates to each command "
                    + "with --csca; without them a genuine document stays undecided")
        } catch {
            return Diagnosis("trustAnchors", .failed, "\(error)", hint: error.advice)
        }
        if let others = writers(of: path) {
            return Diagnosis(
                "trustAnchors", .failed,
                "\(path) can be changed by \(others): whoever may write there decides who is trusted",
                hint: "chmod 600 \(path)")
        }
        let states = statistics.states.filter { $0.anchors + $0.links > 0 }
        guard !states.isEmpty else {
            return Diagnosis(
                "trustAnchors", .warning, "\(path) trusts nobody",
                hint:
                    "'emrtd trust stats' shows what is in it; a list counts when its signer is pinned ('emrtd trust pin add')"
            )
        }
        let keys = states.reduce(0) { $0 + $1.keys }
        let lists = states.filter { $0.newestList != nil }
        let stale = lists.filter { $0.listHoldsUntil.map { $0 < time } ?? false }
        let finding =
            "\(Counted.text(keys, "key")) of \(Counted.text(states.count, "state")), revocation lists of \(lists.count)"
        guard stale.isEmpty else {
            return Diagnosis(
                "trustAnchors", .warning, "\(finding), \(stale.count) of them out of date",
                hint: "import newer lists: 'emrtd trust stats' shows which are old")
        }
        return Diagnosis("trustAnchors", .ok, finding)
    }

    /// Who beside its owner may write the file; nil for nobody.
    private static func writers(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        if status.st_mode & S_IWOTH != 0 { return "everybody" }
        return status.st_mode & S_IWGRP != 0 ? "its group" : nil
    }
}
