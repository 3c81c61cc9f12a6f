import Cryptography
import Testing

@Suite("The library below")
struct CryptographicLibraryTests {
    @Test
    func `names its version and has every algorithm`() {
        #expect(CryptographicLibrary.version.hasPrefix("OpenSSL 3."))
        #expect(CryptographicLibrary.missingAlgorithms == [])
    }
}
