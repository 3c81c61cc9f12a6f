import ByteCoding
import Testing
import Vision

@Suite("Messages between emrtd and emrtd-vision")
struct VisionMessageTests {
    static let responses: [VisionResponse] = [
        .picture(VisionPicture(storedFormat: .jp2, width: 413, height: 531, channelCount: 3, data: [1, 2, 3])),
        .picture(
            VisionPicture(storedFormat: .jpeg, width: 70_000, height: 1, channelCount: 1, remarks: ["ends early", "ä"])),
        .refused("the picture is of no known format"), .withoutPictures, .notUnderstood,
    ]

    @Test(arguments: VisionRequest.Operation.allCases)
    func `a request survives its message`(_ operation: VisionRequest.Operation) throws {
        let request = VisionRequest(operation, [0xFF, 0xD8, 0xFF])
        #expect(try VisionRequest(message: request.message) == request)
    }

    @Test(arguments: responses)
    func `an answer survives its message`(_ response: VisionResponse) throws {
        #expect(try VisionResponse(message: response.message) == response)
    }

    @Test(arguments: [[], [1], [2, 1], [1, 0x77]] as [[UInt8]])
    func `a request of another version or operation is refused`(_ message: [UInt8]) {
        #expect(throws: DecodingFailure.self) { try VisionRequest(message: message) }
    }

    @Test(arguments: [[], [1], [2, 1], [1, 9], [1, 0, 0, 4, 0x58]] as [[UInt8]])
    func `an answer of another version or status is refused`(_ message: [UInt8]) {
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: message) }
    }

    @Test
    func `every cut answer is refused or ends in fewer data`() throws {
        let message = Self.responses[0].message
        for count in 0..<message.count - 3 {
            #expect(throws: DecodingFailure.self) { try VisionResponse(message: Array(message.prefix(count))) }
        }
    }
}
