import JourneyBase

/// What waits to be sent: so much and no more. When it is full, the oldest goes, and is counted.
struct TelemetryQueue {
    let capacity: Int
    private var items: [TelemetryItem] = []
    private(set) var dropped = 0

    init(capacity: Int) { self.capacity = capacity }

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }

    mutating func add(_ item: TelemetryItem) {
        items.append(item)
        guard items.count > capacity else { return }
        items.removeFirst()
        dropped += 1
    }

    /// Takes out the oldest, `most` of them.
    mutating func batch(_ most: Int) -> [TelemetryItem] {
        let batch = Array(items.prefix(most))
        items.removeFirst(batch.count)
        return batch
    }

    /// How many were lost since this was last asked.
    mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    mutating func removeAll() {
        items = []
        dropped = 0
    }
}
