/// No primitive takes more blocks from the allocator than the same calls in C, beside those that it hands out as its result.
enum AllocationCase {
    @Sendable static func figures(_ bench: Workbench) async throws -> [Figure] {
        try PrimitivePairs.all().map { pair in
            Figure(
                "\(pair.name), allocations", floor: "the same calls in C",
                try Allocations.compare(floor: pair.floor, ours: pair.ours), unit: .allocations,
                aim: .more(Double(pair.results)))
        }
    }
}
