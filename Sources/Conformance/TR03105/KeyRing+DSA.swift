import Cryptography
import FoundationEssentials

/// Test keys for DSA, published here on purpose: they protect nothing, and to make new ones takes seconds.
///
/// Each two share a group, as the keys of one authority may.
extension KeyRing {
    /// A key of 1024 or 2048 bits.
    static func dsaKey(bits: Int, of owner: Owner) throws -> PrivateKey {
        let encoded =
            switch (bits < 2048, owner) {
            case (true, .authority): shortAuthority
            case (true, _): shortSigner
            case (false, .authority): longAuthority
            case (false, _): longSigner
            }
        return try PrivateKey(pkcs8: Array(Data(base64Encoded: encoded, options: .ignoreUnknownCharacters) ?? Data()))
    }

    private static let shortAuthority = """
        MIIBSwIBADCCASsGByqGSM44BAEwggEeAoGBAK+feyK/bUoZOO/iuxiKxskai/yQK6BWFJtHMPnWgHws6WSY2WJpWz8u4ZJ9lc97l63K0GMZ
        lDjBCh0+yKH6CP+jKD+g0Dyxx3ofK2TzFOWXPiT1reXrGfhm0AZ8AUZ/MN9F4ba9YzFlbZKGb45WeemkvprX2ZsZSXGD0IrMwbi1AhUAwgDF
        DdfYDyZbIXNpdbxk020UXU0CgYBqCwURytyksypUEYXNB2YzSoAbl7ayYqo4BX8GIblj6iQduYMj3dq2iFq6grWNrL0KtgQNEd97t5+mm7rj
        NTe8q/6jNq+4KKwz1yTWnRwmNgh9jsQARvif866/6NoWYM5HKcpayP48kry5tbl4O1utQz3Fj8/FVHAAuoFVsLZvOAQXAhUAhSzFN6VjjkXv
        /A1CfCD3rtYuZKs=
        """

    private static let shortSigner = """
        MIIBSgIBADCCASsGByqGSM44BAEwggEeAoGBAK+feyK/bUoZOO/iuxiKxskai/yQK6BWFJtHMPnWgHws6WSY2WJpWz8u4ZJ9lc97l63K0GMZ
        lDjBCh0+yKH6CP+jKD+g0Dyxx3ofK2TzFOWXPiT1reXrGfhm0AZ8AUZ/MN9F4ba9YzFlbZKGb45WeemkvprX2ZsZSXGD0IrMwbi1AhUAwgDF
        DdfYDyZbIXNpdbxk020UXU0CgYBqCwURytyksypUEYXNB2YzSoAbl7ayYqo4BX8GIblj6iQduYMj3dq2iFq6grWNrL0KtgQNEd97t5+mm7rj
        NTe8q/6jNq+4KKwz1yTWnRwmNgh9jsQARvif866/6NoWYM5HKcpayP48kry5tbl4O1utQz3Fj8/FVHAAuoFVsLZvOAQWAhRI/gZBldTuETrR
        1jgR8bGTWfu16w==
        """

    private static let longAuthority = """
        MIICZQIBADCCAjkGByqGSM44BAEwggIsAoIBAQCOls1ah2RE5vBfUk2V/scuk/e39YPpdIKBGUXlOCFkmZIWvKKUR/3LdYPqAiCUa6136bmG
        +JcRsA1fxVR6Qt0q3UfTKLoKkExK4Fi5gQKwDEy7gkuF9KWEc6XO0tdrErT8U+PmsDprnMGY/xbTw5mu/ROCjMpo9Hab0T5KtWeihZP/UsY/
        6LujB72yG5hqJ9zbR+Q1QncvLISqB81rTWFNDQwEIERNKpATlhbGpocvBE/9oQQwNzVXiI/Fd9lLYdnppcDpIRIyasEDU1wOFHsFiXi8lQlr
        zT/qHh20FgsNZAD6YXCKaRFCSpcBr2OkayRCqbRmim5+LrAurTn5zy/5AiEAqVE6JbRyKRBBdNhFMffG7aLkqSoOPslufvJYQb4f0tECggEA
        S98uo/yowoVVm3mJ37+qJE04uxl0N/0yAZnG314cijqw95ruS9zgdq7z9VmvaQqETgGNhG+XAyjwWMIR7CcHYsThGKUpOJ92mGrQSldjwAP1
        xjROQ7EyiCN0eG/ebwq4DYIV1uvWgQLXkrwQAZOO4E00jKz6MiVf4706Fg6u47LEDim5gGivOHzXqi6BtU51KEm68qofwcLIxTl7NGaRYnfP
        LfezfJ8Owns6KkHxX2k/Yr+bXConrg966vnSrPYDQRWEqEHmn2UQjEt70Hg7Jt2+Fr5dIVuqeWP3p0duqQ8V0MavDfzcya8uYyYz37oztdnj
        qOq49alG+sp29dVRtQQjAiEAjyIYUlbOWo6BVogrOOxgwjm8VO+J0qCGm5qxyYlCxtM=
        """

    private static let longSigner = """
        MIICZAIBADCCAjkGByqGSM44BAEwggIsAoIBAQCOls1ah2RE5vBfUk2V/scuk/e39YPpdIKBGUXlOCFkmZIWvKKUR/3LdYPqAiCUa6136bmG
        +JcRsA1fxVR6Qt0q3UfTKLoKkExK4Fi5gQKwDEy7gkuF9KWEc6XO0tdrErT8U+PmsDprnMGY/xbTw5mu/ROCjMpo9Hab0T5KtWeihZP/UsY/
        6LujB72yG5hqJ9zbR+Q1QncvLISqB81rTWFNDQwEIERNKpATlhbGpocvBE/9oQQwNzVXiI/Fd9lLYdnppcDpIRIyasEDU1wOFHsFiXi8lQlr
        zT/qHh20FgsNZAD6YXCKaRFCSpcBr2OkayRCqbRmim5+LrAurTn5zy/5AiEAqVE6JbRyKRBBdNhFMffG7aLkqSoOPslufvJYQb4f0tECggEA
        S98uo/yowoVVm3mJ37+qJE04uxl0N/0yAZnG314cijqw95ruS9zgdq7z9VmvaQqETgGNhG+XAyjwWMIR7CcHYsThGKUpOJ92mGrQSldjwAP1
        xjROQ7EyiCN0eG/ebwq4DYIV1uvWgQLXkrwQAZOO4E00jKz6MiVf4706Fg6u47LEDim5gGivOHzXqi6BtU51KEm68qofwcLIxTl7NGaRYnfP
        LfezfJ8Owns6KkHxX2k/Yr+bXConrg966vnSrPYDQRWEqEHmn2UQjEt70Hg7Jt2+Fr5dIVuqeWP3p0duqQ8V0MavDfzcya8uYyYz37oztdnj
        qOq49alG+sp29dVRtQQiAiBSDDKpP9bUHWGZU7MMt7LYNPEd/oHbXAxdot+Li2Uhaw==
        """
}
