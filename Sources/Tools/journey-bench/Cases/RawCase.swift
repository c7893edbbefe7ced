/// Each primitive against plain calls of the library in this process, by turns: what `openssl speed` does not measure, and what it
/// does, without the noise between two processes.
enum RawCase {
    @Sendable static func figures(_ bench: Workbench) async throws -> [Figure] {
        try PrimitivePairs.all().map { pair in
            Figure(
                "\(pair.name), in C", floor: "the same calls in C",
                try bench.sampler.calculate(floor: pair.floor, ours: pair.ours), aim: SpeedCase.aim)
        }
    }
}
