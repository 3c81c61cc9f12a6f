import CP11Kit
import Cryptography

/// The PIN of a token, for as long as somebody may need it; erased with its last owner.
final class TokenPIN: Sendable {
    let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}

/// One session with a token in which a key may be used; logged out and closed with its owner.
///
/// A session may move between threads but is for one at a time: its owner sees to that.
struct TokenSession: ~Copyable, @unchecked Sendable {
    private let token: Token
    private let handle: CK_SESSION_HANDLE
    private let isLoggedIn: Bool

    /// Opens a session and, where the token wants that, logs in with the PIN, which is tried once.
    init(_ token: Token, pin: TokenPIN?) throws(TerminalKeyError) {
        let opened = try Self.open(token, pin)
        self.token = token
        (handle, isLoggedIn) = opened
    }

    private static func open(
        _ token: Token, _ pin: TokenPIN?
    ) throws(TerminalKeyError) -> (CK_SESSION_HANDLE, isLoggedIn: Bool) {
        var handle: CK_SESSION_HANDLE = 0
        let result = token.functions.pointee.C_OpenSession?(token.slot, CK_FLAGS(CKF_SERIAL_SESSION), nil, nil, &handle)
        guard let result, result == CKR_OK else { throw .token(.refused(.session, code: code(result))) }
        do throws(TerminalKeyError) {
            return (handle, try login(token, handle, CK_USER_TYPE(CKU_USER), pin))
        } catch {
            _ = token.functions.pointee.C_CloseSession?(handle)
            throw error
        }
    }

    deinit {
        if isLoggedIn { _ = token.functions.pointee.C_Logout?(handle) }
        _ = token.functions.pointee.C_CloseSession?(handle)
    }

    /// Logs in; false where that is not needed.
    private static func login(
        _ token: Token, _ handle: CK_SESSION_HANDLE, _ user: CK_USER_TYPE, _ pin: TokenPIN?
    ) throws(TerminalKeyError) -> Bool {
        guard token.needsLogin else { return false }
        guard !token.isLocked else { throw .token(.pinLocked) }
        let result: CK_RV?
        if token.hasPINPad {
            result = token.functions.pointee.C_Login?(handle, user, nil, 0)
        } else if let pin {
            result = pin.bytes.withBytes { bytes in
                let pointer = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
                return token.functions.pointee.C_Login?(handle, user, pointer, CK_ULONG(bytes.count))
            }
        } else {
            throw .token(.pinNeeded)
        }
        switch result {
        case CK_RV(CKR_OK)?: return true
        // Another session of this process has logged in; that session also logs out.
        case CK_RV(CKR_USER_ALREADY_LOGGED_IN)?: return false
        case CK_RV(CKR_PIN_INCORRECT)?, CK_RV(CKR_PIN_LEN_RANGE)?, CK_RV(CKR_PIN_INVALID)?:
            throw .token(.wrongPIN(token.triesLeft))
        case CK_RV(CKR_PIN_LOCKED)?: throw .token(.pinLocked)
        default: throw .token(.refused(.login, code: code(result)))
        }
    }

    /// The one private key that an address describes.
    func privateKey(at address: TokenAddress) throws(TerminalKeyError) -> CK_OBJECT_HANDLE {
        let found = try objects(CK_OBJECT_CLASS(CKO_PRIVATE_KEY), address, identifier: [])
        guard let key = found.first else { throw .token(.noKey) }
        guard found.count == 1 else { throw .token(.severalKeys(count: found.count)) }
        return key
    }

    /// The public half of a private key: its own numbers, or those of the public key with the same identifier.
    func publicKey(of key: CK_OBJECT_HANDLE) throws(TerminalKeyError) -> PublicKey {
        if let publicKey = try? numbers(of: key) { return publicKey }
        guard let identifier = attribute(CKA_ID, of: key), !identifier.isEmpty else { throw .token(.noPublicKey) }
        for object in try objects(CK_OBJECT_CLASS(CKO_PUBLIC_KEY), nil, identifier: identifier) {
            if let publicKey = try? numbers(of: object) { return publicKey }
        }
        throw .token(.noPublicKey)
    }

    private func numbers(of object: CK_OBJECT_HANDLE) throws -> PublicKey {
        if let point = attribute(CKA_EC_POINT, of: object), let parameters = attribute(CKA_EC_PARAMS, of: object) {
            return try TokenKeyNumbers.ellipticCurve(parameters: parameters, point: point)
        }
        guard let modulus = attribute(CKA_MODULUS, of: object),
            let exponent = attribute(CKA_PUBLIC_EXPONENT, of: object)
        else { throw TerminalKeyError.token(.noPublicKey) }
        return try PublicKey(rsaModulus: modulus, exponent: exponent)
    }

    /// Signs `input` by a mechanism; the PIN is asked for again by keys that want it for each signature.
    func sign(
        _ input: [UInt8], with key: CK_OBJECT_HANDLE, by mechanism: TokenMechanism, pin: TokenPIN?
    ) throws(TerminalKeyError) -> [UInt8] {
        let functions = token.functions
        let begun = emrtd_sign_init(
            functions, handle, key, mechanism.type, mechanism.hash, mechanism.maskGenerator,
            mechanism.saltByteCount ?? -1)
        guard begun == CKR_OK else { throw .token(.refused(.signature, code: UInt(begun))) }
        if attribute(CKA_ALWAYS_AUTHENTICATE, of: key) == [1] {
            _ = try Self.login(token, handle, CK_USER_TYPE(CKU_CONTEXT_SPECIFIC), pin)
        }
        var (input, signature) = (input, [UInt8](repeating: 0, count: 2048))
        var count = CK_ULONG(signature.count)
        let done = functions.pointee.C_Sign?(handle, &input, CK_ULONG(input.count), &signature, &count)
        guard let done, done == CKR_OK, count <= signature.count else {
            throw .token(.refused(.signature, code: Self.code(done)))
        }
        return Array(signature.prefix(Int(count)))
    }

    private func objects(
        _ objectClass: CK_OBJECT_CLASS, _ address: TokenAddress?, identifier: [UInt8]
    ) throws(TerminalKeyError) -> [CK_OBJECT_HANDLE] {
        var found = [CK_OBJECT_HANDLE](repeating: 0, count: 16)
        var count: CUnsignedLong = 0
        let result = emrtd_find_objects(
            token.functions, handle, objectClass, address?.pointer, identifier, CUnsignedLong(identifier.count), &found,
            CUnsignedLong(found.count), &count)
        guard result == CKR_OK else { throw .token(.refused(.search, code: UInt(result))) }
        return Array(found.prefix(Int(count)))
    }

    private func attribute(_ type: UInt, of object: CK_OBJECT_HANDLE) -> [UInt8]? {
        var value = [UInt8](repeating: 0, count: 4096)
        let count = emrtd_attribute(
            token.functions, handle, object, CK_ATTRIBUTE_TYPE(type), &value, CUnsignedLong(value.count))
        return count < 0 ? nil : Array(value.prefix(count))
    }

    private static func code(_ result: CK_RV?) -> UInt { UInt(result ?? CK_RV(CKR_FUNCTION_NOT_SUPPORTED)) }
}
