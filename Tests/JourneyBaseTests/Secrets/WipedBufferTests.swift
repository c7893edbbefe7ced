import JourneyBase
import TestSupport
import Testing

/// Serialised, because each test searches the whole memory of the process.
@Suite("Wiped buffer", .serialized)
struct WipedBufferTests {
    private struct Refused: Error {}

    @Test("a buffer holds its bytes until it is wiped")
    func lending() throws {
        let buffer = WipedBuffer(capacity: 8) { memory in
            memory.copyBytes(from: [1, 2, 3])
            return 3
        }
        #expect(buffer.count == 3 && buffer.withBytes { Array($0) } == [1, 2, 3])
        buffer.wipe()
        buffer.wipe()
        #expect(buffer.withBytes { Array($0) } == nil && buffer.count == 3)
        let empty = WipedBuffer(capacity: 0) { $0.count }
        #expect(empty.count == 0 && empty.withBytes { $0.count } == 0)
        #expect(WipedBuffer(capacity: 2) { _ in 9 }.count == 2)
    }

    @Test(
        "its bytes are wiped when it is wiped, released or only partly filled",
        .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
    func memory() throws {
        let secret = Secret.letters(4_000)
        let scan = MemoryScan(for: secret)
        func copy() -> WipedBuffer { secret.withBytes { WipedBuffer(copying: $0) } }
        let wiped = copy()
        var dropped: WipedBuffer? = copy()
        #expect(try scan.count() == 3)
        wiped.wipe()
        #expect(try scan.count() == 2)
        #expect(dropped?.count == 4_000)
        dropped = nil
        #expect(throws: Refused.self) {
            try WipedBuffer(capacity: 4_000) { memory throws(Refused) -> Int in
                secret.withBytes { memory.copyMemory(from: $0) }
                throw Refused()
            }
        }
        #expect(try scan.count() == 1)
        withExtendedLifetime(secret) {}
    }
}
