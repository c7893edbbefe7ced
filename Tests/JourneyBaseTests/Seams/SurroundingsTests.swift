import Foundation
import JourneyBase
import Testing

@Suite("Surroundings")
struct SurroundingsTests {
    @Test("identifiers are made of the randomness that is passed in")
    func fixed() {
        let surroundings = Surroundings(
            now: { Date(timeIntervalSince1970: 0) }, clock: ContinuousClock(),
            random: { count in (0..<count).map { UInt8(0xF0 + $0) } })
        #expect(surroundings.identifier() == "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
        #expect(surroundings.uuid() == "f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff")
    }

    @Test("the system's generator gives as many bytes as asked, and others each time")
    func system() {
        let random = Surroundings.system.random
        for count in [0, 1, 7, 8, 9, 33] { #expect(random(count).count == count) }
        #expect(random(32) != random(32))
        #expect(Set((0..<1_000).map { _ in Surroundings.system.uuid() }).count == 1_000)
    }
}
