import Capture
import MRZ
import Testing

@Suite("A zone apart from its picture")
struct CapturedZoneTests {
    @Test func `says that a key is sure where its characters are`() throws {
        let zone = try #require(ScanVideo.zone())
        let captured = try #require(zone.captured(from: "page.jpg"))
        #expect(captured.zone == zone.zone)
        #expect(captured.source == "page.jpg")
        #expect(captured.confidence == zone.confidence)
        #expect(captured.keyState == .sure)
        #expect(zone.confidence(of: .documentNumber) >= CapturedMRZ.sureConfidence)
    }

    @Test func `hands doubts of single characters and of the lines on`() throws {
        let place = SeenLines.Place(line: 2, position: 3)
        let zone = try #require(
            ScanVideo.zone(doubts: [place: ["8": 0.6, "B": 0.39]], layoutDoubts: [.furtherLine]))
        let captured = try #require(zone.captured(from: "camera"))
        #expect(captured.layoutDoubts == [.furtherLine])
        let (evidence, character) = (captured.evidence[44 + 2], zone.characters[44 + 2])
        #expect(evidence.confidence == character.confidence)
        #expect(evidence.alternatives.map(\.character) == character.alternatives.map(\.character))
        #expect(zone.confidence(of: .documentNumber) <= evidence.confidence)
    }
}
