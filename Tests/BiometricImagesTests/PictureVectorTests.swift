import BiometricImages
import Conformance
import Cryptography
import TestSupport
import Testing

/// The vectors that `emrtd vectors run` gives to the worker, here without it.
@Suite("WSQ: pixels of another decoder, and pictures that are refused")
struct PictureVectorTests {
    @Test(arguments: try PictureVector.published())
    func `gives the pixels that another decoder gives, or the named error`(_ vector: PictureVector) throws {
        do throws(ImageError) {
            let image = try ImageDecoder.decode(vector.picture.bytes).image
            #expect(vector.expect == nil)
            #expect(image.width == vector.width)
            #expect(image.height == vector.height)
            #expect(HashAlgorithm.sha256.hash(image.pixels) == vector.pixels?.bytes)
        } catch {
            #expect("\(error)" == vector.expect)
        }
    }
}
