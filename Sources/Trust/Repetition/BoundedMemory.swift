/// Values by number, of which those not asked for lately are forgotten.
///
/// Holds at least the last `limit` values that were asked for, and at most twice as many.
struct BoundedMemory<Value> {
    private let limit: Int
    private var young: [Int: Value] = [:]
    private var old: [Int: Value] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    subscript(key: Int) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old[key] else { return nil }
            self[key] = value
            return value
        }
        set {
            if young.count >= limit, young[key] == nil { (old, young) = (young, [:]) }
            young[key] = newValue
        }
    }
}
