import CP11Kit

/// A PKCS #11 module in use: one by its path, or those that the machine is set up with.
final class TokenModule: @unchecked Sendable {
    typealias Functions = UnsafeMutablePointer<CK_FUNCTION_LIST>

    private let single: Functions?
    private let configured: UnsafeMutablePointer<Functions?>?

    /// - Parameter path: The shared library; nil for the modules of p11-kit's configuration.
    init(path: String?) throws(TerminalKeyError) {
        guard let path else {
            single = nil
            configured = p11_kit_modules_load_and_initialize(0)
            guard configured?.pointee != nil else { throw .token(.unusableModule(path: nil)) }
            return
        }
        configured = nil
        guard let module = p11_kit_module_load(path, 0) else { throw .token(.unusableModule(path: path)) }
        guard p11_kit_module_initialize(module) == CKR_OK else {
            p11_kit_module_release(module)
            throw .token(.unusableModule(path: path))
        }
        single = module
    }

    deinit {
        if let single {
            p11_kit_module_finalize(single)
            p11_kit_module_release(single)
        }
        if let configured { p11_kit_modules_finalize_and_release(configured) }
    }

    /// The tokens that an address describes, with the module that each belongs to.
    func tokens(at address: TokenAddress) throws(TerminalKeyError) -> [Token] {
        var tokens: [Token] = []
        var failure: TerminalKeyError?
        for functions in modules {
            do throws(TerminalKeyError) { tokens += try self.tokens(of: functions, at: address) } catch {
                failure = error
            }
        }
        // One module that is out of order does not hide the tokens of the others.
        if tokens.isEmpty, let failure { throw failure }
        return tokens
    }

    private var modules: [Functions] {
        if let single { return [single] }
        var modules: [Functions] = []
        var next = configured
        while let module = next?.pointee, modules.count < 64 {
            modules.append(module)
            next = next?.advanced(by: 1)
        }
        return modules
    }

    private func tokens(of functions: Functions, at address: TokenAddress) throws(TerminalKeyError) -> [Token] {
        var information = CK_INFO()
        guard functions.pointee.C_GetInfo?(&information) == CKR_OK,
            p11_kit_uri_match_module_info(address.pointer, &information) == 1
        else { return [] }
        return try slots(of: functions).compactMap { slot in
            var slotInformation = CK_SLOT_INFO()
            var information = CK_TOKEN_INFO()
            guard functions.pointee.C_GetSlotInfo?(slot, &slotInformation) == CKR_OK,
                functions.pointee.C_GetTokenInfo?(slot, &information) == CKR_OK,
                information.flags & CK_FLAGS(CKF_TOKEN_INITIALIZED) != 0,
                p11_kit_uri_match_slot_info(address.pointer, &slotInformation) == 1,
                p11_kit_uri_match_token_info(address.pointer, &information) == 1
            else { return nil }
            let named = p11_kit_uri_get_slot_id(address.pointer)
            guard named == .max || named == slot else { return nil }
            return Token(module: self, functions: functions, slot: slot, information: information)
        }
    }

    private func slots(of functions: Functions) throws(TerminalKeyError) -> [CK_SLOT_ID] {
        var slots = [CK_SLOT_ID](repeating: 0, count: 256)
        var count = CK_ULONG(slots.count)
        let result = functions.pointee.C_GetSlotList?(1, &slots, &count) ?? CK_RV(CKR_FUNCTION_NOT_SUPPORTED)
        guard result == CKR_OK else { throw .token(.refused(.slots, code: UInt(result))) }
        return Array(slots.prefix(Int(count)))
    }
}

/// A token that is there.
struct Token {
    let module: TokenModule
    let functions: TokenModule.Functions
    let slot: CK_SLOT_ID
    private let flags: CK_FLAGS
    /// Its label, without the spaces that fill it up.
    let label: String

    init(module: TokenModule, functions: TokenModule.Functions, slot: CK_SLOT_ID, information: CK_TOKEN_INFO) {
        self.module = module
        self.functions = functions
        self.slot = slot
        flags = information.flags
        label = withUnsafeBytes(of: information.label) { bytes in
            var text = String(decoding: bytes, as: UTF8.self)[...]
            while text.last == " " { text = text.dropLast() }
            return String(text)
        }
    }

    var needsLogin: Bool { flags & CK_FLAGS(CKF_LOGIN_REQUIRED) != 0 }
    /// Whether the PIN is typed on the reader itself.
    var hasPINPad: Bool { flags & CK_FLAGS(CKF_PROTECTED_AUTHENTICATION_PATH) != 0 }
    var isLocked: Bool { flags & CK_FLAGS(CKF_USER_PIN_LOCKED) != 0 }

    /// What the token says now about the tries that are left.
    var triesLeft: TerminalKeyError.TriesLeft {
        var information = CK_TOKEN_INFO()
        guard functions.pointee.C_GetTokenInfo?(slot, &information) == CKR_OK else { return .several }
        if information.flags & CK_FLAGS(CKF_USER_PIN_LOCKED) != 0 { return .none }
        if information.flags & CK_FLAGS(CKF_USER_PIN_FINAL_TRY) != 0 { return .one }
        return information.flags & CK_FLAGS(CKF_USER_PIN_COUNT_LOW) != 0 ? .few : .several
    }
}
