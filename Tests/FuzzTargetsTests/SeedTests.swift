import FuzzTargets
import TestSupport
import Testing

/// What `make fuzz` does for hours, for a moment: every target runs here, from its seeds, with the same promises.
struct SeedTests {
    @Test("every target runs its seeds, and damaged seeds, without a trap", arguments: FuzzTarget.all)
    func damaged(target: FuzzTarget) {
        var generator = SplitMix(state: Campaign.seed(3))
        for seed in target.seeds {
            target.run(seed)
            for length in seed.indices.prefix(200) { target.run(Array(seed[..<length])) }
            for _ in 0..<Campaign.count(200, campaign: 10_000) {
                var bytes = seed
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0...bytes.count, using: &generator)
                    let byte = UInt8.random(in: .min ... .max, using: &generator)
                    if Bool.random(using: &generator), place < bytes.count {
                        bytes[place] = byte
                    } else {
                        bytes.insert(byte, at: place)
                    }
                }
                target.run(bytes)
            }
        }
    }

    @Test("target names are unique")
    func names() {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
    }
}
