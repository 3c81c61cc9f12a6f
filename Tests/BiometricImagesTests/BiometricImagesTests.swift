import BiometricImages
import Testing

@Suite
struct BiometricImagesTests {}
