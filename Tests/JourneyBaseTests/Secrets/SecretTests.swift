import JourneyBase
import TestSupport
import Testing

@Suite("Secrets", .serialized)
struct SecretTests {
    @Test("a secret is never printed, however it is described")
    func doesNotPrint() {
        let secret = Secret(copying: "hunter2".utf8)
        var dumped = ""
        dump(secret, to: &dumped)
        struct Holder { let token: Secret }
        dump(Holder(token: secret), to: &dumped)
        let texts = [
            "\(secret)", secret.description, secret.debugDescription, String(reflecting: secret),
            String(describing: secret),
            "\(Holder(token: secret))", "\([secret])", "\(["a": secret])", "\(Optional(secret) as Any)", dumped,
        ]
        for text in texts {
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("address"))
            #expect(text.contains("‹secret›"))
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("the bytes are read as they were filled", arguments: [0, 1, 31, 32, 33, 4_095, 4_096, 4_097, 20_000])
    func sizes(count: Int) {
        let secret = Secret(count: count) { memory in
            #expect(memory.count == count)
            #expect(memory.allSatisfy { $0 == 0 })
            for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index &* 7 &+ 1) }
        }
        #expect(secret.count == count)
        secret.withBytes { bytes in
            #expect(bytes.count == count)
            #expect(bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) })
        }
        let copy = Secret(copying: Array(repeating: 9, count: count))
        #expect(copy.withBytes { $0.count == count && $0.allSatisfy { $0 == 9 } })
    }

    @Test("a filling that throws leaves nothing behind")
    func throwingFill() {
        struct Stop: Error {}
        for _ in 0..<100 {
            #expect(throws: Stop.self) {
                try Secret(count: 48) { memory throws(Stop) in
                    memory.initializeMemory(as: UInt8.self, repeating: 0xAA)
                    throw Stop()
                }
            }
        }
        let next = Secret(count: 48) { memory in #expect(memory.allSatisfy { $0 == 0 }) }
        #expect(next.count == 48)
    }

    @Test("slots are reused and always wiped")
    func reuse() {
        for round in 0..<50 {
            let secrets = (0..<200).map { index in
                Secret(count: 24 + index % 40) { memory in
                    #expect(memory.allSatisfy { $0 == 0 })
                    memory.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: index + round))
                }
            }
            for (index, secret) in secrets.enumerated() {
                #expect(secret.withBytes { $0.allSatisfy { $0 == UInt8(truncatingIfNeeded: index + round) } })
            }
        }
    }

    @Test("concurrent tasks do not see each other's secrets")
    func concurrency() async {
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for round in 0..<500 {
                        let mark = UInt8(truncatingIfNeeded: task &* 16 &+ round)
                        let secret = Secret(copying: [UInt8](repeating: mark, count: 1 + round % 100))
                        guard secret.withBytes({ $0.allSatisfy { $0 == mark } }) else { return false }
                    }
                    return true
                }
            }
            for await isIntact in group { #expect(isIntact) }
        }
    }

    @Test(
        "the bytes are in memory once while the secret lives, and are wiped afterwards",
        .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
    func wiped() throws {
        var random = SystemRandomNumberGenerator()
        // Created in place from halves that aren't secret, so that no other copy ever exists.
        let halves = (0..<96).map { _ in
            (UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random))
        }
        var secret: Secret? = Secret(count: 96) { memory in
            for (index, half) in halves.enumerated() { memory[index] = half.0 ^ half.1 }
        }
        let scan = try MemoryScan(for: #require(secret))
        #expect(try scan.count() == 1)
        let other = secret
        secret = nil
        #expect(try scan.count() == 1)
        _ = consume other
        #expect(try scan.count() == 0)
    }

    @Test(
        "the memory search finds bytes that were not wiped",
        .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
    func searchWorks() throws {
        let secret = Secret(count: 32) { memory in
            for index in memory.indices { memory[index] = UInt8.random(in: 0...255) }
        }
        let leak = secret.withBytes { Array($0) }
        #expect(try MemoryScan(for: secret).count() >= 2)
        #expect(leak.count == 32)
    }
}
