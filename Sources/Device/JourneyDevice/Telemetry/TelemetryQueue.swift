import JourneyBase

/// The bounded queue of items to send. When it is full, the oldest is dropped and counted.
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

    /// Removes and returns the oldest items, at most `most`.
    mutating func batch(_ most: Int) -> [TelemetryItem] {
        let batch = Array(items.prefix(most))
        items.removeFirst(batch.count)
        return batch
    }

    /// Returns the number of dropped items since the last call.
    mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    mutating func removeAll() {
        items = []
        dropped = 0
    }
}
