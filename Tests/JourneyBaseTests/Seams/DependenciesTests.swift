import Foundation
import JourneyBase
import Testing

@Suite("Dependencies")
struct DependenciesTests {
    @Test("identifiers are made from the injected randomness")
    func fixed() {
        let dependencies = Dependencies(
            now: { Date(timeIntervalSince1970: 0) }, clock: ContinuousClock(),
            random: { count in (0..<count).map { UInt8(0xF0 + $0) } })
        #expect(dependencies.identifier() == "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
        #expect(dependencies.uuid() == "f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff")
    }

    @Test("the system generator gives the requested number of bytes, different each time")
    func system() {
        let random = Dependencies.system.random
        for count in [0, 1, 7, 8, 9, 33] { #expect(random(count).count == count) }
        #expect(random(32) != random(32))
    }

    @Test("random filling fills the buffer exactly", arguments: [0, 1, 7, 12, 32, 255, 256, 257, 4_099])
    func filling(count: Int) {
        var bytes = [UInt8](repeating: 0, count: count + 16)
        var ever = bytes
        // By chance, a byte stays zero 8 times with probability 2^-64.
        for _ in 0..<8 {
            bytes.withUnsafeMutableBytes {
                SystemRandom.fill(UnsafeMutableRawBufferPointer(rebasing: $0[8..<8 + count]))
            }
            for index in ever.indices { ever[index] |= bytes[index] }
        }
        #expect(ever[8..<8 + count].allSatisfy { $0 != 0 })
        #expect(ever.prefix(8).allSatisfy { $0 == 0 } && ever.suffix(8).allSatisfy { $0 == 0 })
        #expect(Set((0..<1_000).map { _ in Dependencies.system.uuid() }).count == 1_000)
    }
}
