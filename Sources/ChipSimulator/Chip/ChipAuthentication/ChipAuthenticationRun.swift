import Cryptography
import Issuing
import Standards

/// Chip Authentication as MSE:Set AT has set it: with which key, and to which keys it leads.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.2.4.2; BSI TR-03110-3 B.2.
struct ChipAuthenticationRun: Sendable {
    let identifier: OID
    let cipher: BlockCipher
    let pair: ChipAuthenticationKey.Pair
    /// 1, or 2 where Terminal Authentication has come first.
    let version: Int
}
