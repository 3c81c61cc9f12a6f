import Cryptography
import Testing

@Suite
struct CryptographyTests {}
