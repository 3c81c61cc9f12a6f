public import Standards

extension TrustStore {
    /// Takes in what sources delivered, all of it in one transaction.
    ///
    /// A certificate is trusted where one of its sources is, or where a trusted key vouches for it (see
    /// `TrustEvaluation`); all others are kept and trusted by nobody. What is there already gains a source.
    ///
    /// - Parameters:
    ///   - time: the moment of the import.
    ///   - progress: told how many certificates and lists were taken in, and of how many.
    ///   - onWait: called where another program holds the store, before waiting for it.
    /// - Returns: What was new, known and refused.
    public func take(
        _ deliveries: [TrustDelivery], at time: Timestamp, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        onWait: () -> Void = {}
    ) throws(TrustStoreError) -> TrustImportReport {
        try write(onWait: onWait) { (connection) throws(SQLiteFailure) in
            var run = ImportRun(connection, at: time)
            let total = deliveries.reduce(0) { $0 + $1.certificates.count + $1.revocationLists.count }
            for delivery in deliveries { try run.take(delivery) { progress($0, total) } }
            return try run.end()
        }
    }
}
